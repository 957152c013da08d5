import { Form, redirect } from "react-router"
import { z } from "zod"
import type { PickupClass } from "#contract/pickups.ts"
import { displayPhone } from "#shared/phone.ts"
import { dateInZone, formatTimeIn } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { dashboardPath, pageRequest, requireViewer } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { LANGUAGE_TAGS, languageOf } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useSaidDate } from "#ui/said-time.ts"
import type { Route } from "./+types/pickups.page.ts"
import { pickupsTexts } from "./pickups.texts.ts"

export const handle = { translated: true }

const Query = z.object({ date: z.iso.date().optional().catch(undefined) })

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: pickupsTexts[languageOf(matches)].title }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { role } = requireViewer(page, request, "/teacher-auth")
  if (role !== "instructor" && role !== "admin") throw redirect(dashboardPath(role))
  const asked = Query.parse(Object.fromEntries(url.searchParams))
  const date = asked.date ?? dateInZone(page.now, page.zone)
  return {
    date,
    ...{ before: addDays(date, -1), after: addDays(date, 1) },
    classes: await page.api.pickups.list({ date }),
  }
}

/** Who is picked up for the classes of a day: what the driver needs. */
export default function PickupsPage({ loaderData: { date, before, after, classes } }: Route.ComponentProps) {
  const text = useTexts(pickupsTexts)
  const said = useSaidDate()
  return (
    <Page width="reading">
      <PageHeader title={text.title} description={text.description} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Form method="get" className="flex items-end gap-3">
          <Field label={text.day}>
            <TextInput key={date} type="date" name="date" defaultValue={date} required />
          </Field>
          <Button type="submit" variant="secondary">
            {text.show}
          </Button>
        </Form>
        <div className="flex gap-3">
          <ButtonLink to={`?date=${before}`} variant="secondary">
            {text.before}
          </ButtonLink>
          <ButtonLink to={`?date=${after}`} variant="secondary">
            {text.after}
          </ButtonLink>
        </div>
      </div>
      <h2 className="text-heading">{said(date)}</h2>
      {classes.map((one) => (
        <ClassPickups key={one.class_id} one={one} />
      ))}
      {classes.length === 0 ? (
        <EmptyState illustration="no-classes" title={text.none} text={text.noneText} />
      ) : null}
    </Page>
  )
}

function ClassPickups({ one: { title, course, start_time, end_time, children } }: { one: PickupClass }) {
  const text = useTexts(pickupsTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const time = `${formatTimeIn(tag, start_time)} – ${formatTimeIn(tag, end_time)}`
  return (
    <Card
      flush
      title={title}
      description={[course === title ? null : course, time, text.count(children.length)]
        .filter(Boolean)
        .join(" · ")}
    >
      <ul className="border-t border-line">
        {children.map((child) => (
          <li
            key={child.student_id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
          >
            <span className="grid min-w-0 flex-1 basis-60 gap-0.5">
              <span className="font-semibold">{child.name}</span>
              <span className="wrap-anywhere whitespace-pre-line text-ink-muted">
                {child.address ?? text.noAddress}
              </span>
            </span>
            {child.parent_phone ? (
              <a
                href={`tel:${child.parent_phone}`}
                className="font-semibold text-primary-text underline-offset-4 hover:underline"
                aria-label={text.call(child.parent_name ?? displayPhone(child.parent_phone))}
              >
                {child.parent_name} {displayPhone(child.parent_phone)}
              </a>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
