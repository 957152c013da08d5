import { data, Form, useNavigation } from "react-router"
import { formatInstantIn } from "#shared/time.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { CopyButton } from "#ui/forms/copy-button.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { LANGUAGE_TAGS, languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { timetableTexts } from "../texts/timetable.texts.ts"
import type { Route } from "./+types/calendar.page.ts"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: timetableTexts[languageOf(matches)].calendar.title }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  const { feed } = await page.api.classes.calendarFeed()
  return {
    since: feed && formatInstantIn(LANGUAGE_TAGS[page.language], feed.created_at, page.zone),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  const intent = (await request.formData()).get("intent")
  if (intent === "end") {
    await page.api.classes.revokeCalendarFeed()
    return { link: null }
  }
  const { path } = await page.api.classes.makeCalendarFeed()
  // The link grants access, so the response must not be cached anywhere.
  return data({ link: page.origin + path }, { headers: { "cache-control": "no-store" } })
}

/** A private address that calendars can subscribe to. It is shown once, and can be replaced or ended. */
export default function CalendarPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(timetableTexts).calendar
  const { since } = loaderData
  const pending = useNavigation().formData?.get("intent")
  const link = since ? actionData?.link : null
  return (
    <Page width="narrow">
      <PageHeader title={text.title} description={text.description} />
      <Card title={text.subscribe} description={text.subscribeText}>
        <div className="grid gap-6">
          {link ? <FreshLink key={link} link={link} /> : null}
          {since && !link ? <p className="text-[0.9375rem]">{text.since(since)}</p> : null}
          <Form method="post" className="flex flex-wrap gap-3">
            <Button
              type="submit"
              name="intent"
              value="make"
              variant={since ? "secondary" : "primary"}
              busy={pending === "make"}
              busyLabel={text.making}
            >
              {since ? text.makeNew : text.make}
            </Button>
            {since ? (
              <Button
                type="submit"
                name="intent"
                value="end"
                variant="ghost"
                busy={pending === "end"}
                busyLabel={text.ending}
              >
                {text.end}
              </Button>
            ) : null}
          </Form>
        </div>
      </Card>
    </Page>
  )
}

function FreshLink({ link }: { link: string }) {
  const text = useTexts(timetableTexts).calendar
  return (
    <div className="grid gap-4 rounded-md bg-primary-tint p-4 sm:p-5">
      <Field label={text.link} hint={text.linkHint}>
        <TextInput
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
          className="font-mono text-sm"
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <CopyButton value={link} text={text} />
        <a href={link.replace(/^https?:/, "webcal:")} className={buttonClass({ variant: "secondary" })}>
          {text.open}
        </a>
      </div>
    </div>
  )
}
