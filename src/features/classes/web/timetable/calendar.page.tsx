import { useState } from "react"
import { data, Form, useNavigation } from "react-router"
import { formatInstant } from "#shared/time.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { Page, PageHeader } from "#ui/page.tsx"
import { useHydrated } from "#ui/use-hydrated.ts"
import type { Route } from "./+types/calendar.page.ts"

export function meta() {
  return [{ title: "Calendar" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  const { feed } = await page.api.classes.calendarFeed()
  return {
    since: feed && formatInstant(feed.created_at, page.zone),
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
  const { since } = loaderData
  const pending = useNavigation().formData?.get("intent")
  const link = since ? actionData?.link : null
  return (
    <Page width="narrow">
      <PageHeader
        title="Calendar"
        description="See your classes in the calendar you already use. They stay up to date."
      />
      <Card
        title="Subscribe"
        description="Subscribe in Google Calendar, Apple Calendar or Outlook with a private link. Each class appears in your own time zone."
      >
        <div className="grid gap-6">
          {link ? <FreshLink key={link} link={link} /> : null}
          {since && !link ? (
            <p className="text-[0.9375rem]">
              You created a link on {since}. For your security, it was shown only once. If you lost it or
              somebody else has it, create a new one. The old link then stops working.
            </p>
          ) : null}
          <Form method="post" className="flex flex-wrap gap-3">
            <Button
              type="submit"
              name="intent"
              value="make"
              variant={since ? "secondary" : "primary"}
              busy={pending === "make"}
              busyLabel="Creating..."
            >
              {since ? "Create a new link" : "Create my private link"}
            </Button>
            {since ? (
              <Button
                type="submit"
                name="intent"
                value="end"
                variant="ghost"
                busy={pending === "end"}
                busyLabel="Deleting..."
              >
                {" "}
                Delete the link
              </Button>
            ) : null}
          </Form>
        </div>
      </Card>
    </Page>
  )
}

function FreshLink({ link }: { link: string }) {
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(link)
    setCopied(true)
  }
  return (
    <div className="grid gap-4 rounded-md bg-primary-tint p-4 sm:p-5">
      <Field
        label="Your private link"
        hint="Keep it private: anyone with the link can see your timetable. Copy it now, because it isn't shown again."
      >
        <TextInput
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
          className="font-mono text-sm"
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        {hydrated ? <Button onClick={() => void copy()}>{copied ? "Copied" : "Copy link"}</Button> : null}
        <a href={link.replace(/^https?:/, "webcal:")} className={buttonClass({ variant: "secondary" })}>
          Open in my calendar
        </a>
      </div>
    </div>
  )
}
