import { ORPCError } from "@orpc/client"
import { data, Form, redirect, useNavigation } from "react-router"
import type { InvitedTo } from "#contract/premises/premises.ts"
import { formatDateIn, formatTimeIn } from "#shared/time.ts"
import { pageRequest, redirectWithToast } from "#ui/api.ts"
import { useBrand } from "#ui/brand.ts"
import { Button, ButtonLink, buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { LANGUAGE_TAGS, languageOf } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { finishPath, keepPressed } from "#ui/pressed.ts"
import { joinPath } from "../paths.ts"
import { weekdayNames } from "../quotes/weekdays.ts"
import type { Route } from "./+types/join.page.ts"
import { joinByCode } from "./join.card.ts"
import { premisesTexts } from "./premises.texts.ts"

export const handle = { translated: true }

/** Anyone with this address can open the page, so caches must not keep it. */
export function headers() {
  return { "cache-control": "private, no-store" }
}

export function meta({ matches }: Route.MetaArgs) {
  const { title } = premisesTexts[languageOf(matches)].join
  return [{ title }, { name: "robots", content: "noindex, nofollow" }]
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const role = page.viewer?.role ?? null
  try {
    return { role, invitation: await page.api.premises.invitation({ code: params.code.slice(0, 100) }) }
  } catch (error) {
    if (!(error instanceof ORPCError) || error.code !== "NOT_FOUND") throw error
    return data({ role, invitation: null }, { status: 404 })
  }
}

/** Joins the batch; visitors sign up first, and their seats are taken then (decision 58). */
export async function action({ context, params }: Route.ActionArgs) {
  const page = context.get(pageRequest)
  const code = params.code.slice(0, 100)
  if (!page.viewer) {
    const key = keepPressed(page, { what: "join-batch", code })
    return redirect(`/auth?${new URLSearchParams({ tab: "signup", to: finishPath(key, joinPath(code)) })}`)
  }
  return redirectWithToast(joinPath(code), await joinByCode(page, code))
}

/** Where the people of an organisation take their seats in its batch. */
export default function JoinPage({ loaderData: { role, invitation } }: Route.ComponentProps) {
  const { join: text } = useTexts(premisesTexts)
  const { contactPhone, contactPhoneDisplay } = useBrand()
  if (!invitation)
    return (
      <Page width="narrow">
        <EmptyState
          illustration="no-requests"
          title={text.goneTitle}
          text={text.goneText}
          action={
            <a href={`tel:${contactPhone}`} className={buttonClass({ variant: "secondary" })}>
              {contactPhoneDisplay}
            </a>
          }
        />
      </Page>
    )
  const { title, organisation } = invitation
  return (
    <Page width="reading" className="gap-6">
      <PageHeader title={title} description={organisation ? text.at(organisation) : undefined} />
      <Card title={text.when}>
        <When invitation={invitation} />
      </Card>
      <Standing invitation={invitation} role={role} />
    </Page>
  )
}

function When({ invitation: { next, weekdays, coming, free_seats, address } }: { invitation: InvitedTo }) {
  const { join: text } = useTexts(premisesTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const lines = [
    next && coming > 1 ? weekdayNames(tag, weekdays, next.scheduled_date) : null,
    next &&
      text.next(
        formatDateIn(tag, next.scheduled_date),
        formatTimeIn(tag, next.start_time),
        formatTimeIn(tag, next.end_time),
      ),
    address,
    coming > 0 ? `${text.coming(coming)} · ${text.seats(free_seats)}` : null,
  ]
  return (
    <ul className="grid gap-1.5">
      {lines
        .filter((line) => line !== null && line !== "")
        .map((line) => (
          <li key={line}>{line}</li>
        ))}
    </ul>
  )
}

/** What this person can do: join, or read why not. */
function Standing({ invitation, role }: { invitation: InvitedTo; role: string | null }) {
  const { join: text } = useTexts(premisesTexts)
  const busy = useNavigation().formMethod === "POST"
  const { next, joined, free_seats } = invitation
  if (joined)
    return (
      <div role="status" className="grid justify-items-start gap-3 rounded-card bg-success-tint px-5 py-4">
        <p className="font-semibold">{text.isIn}</p>
        {next ? (
          <>
            <p>{text.isInText}</p>
            <ButtonLink to={`/class/${next.id}`}>{text.open}</ButtonLink>
          </>
        ) : (
          <p>{text.over}</p>
        )}
      </div>
    )
  const why = next === null ? text.over : role !== null && role !== "student" ? text.studentsOnly : null
  if (why !== null || free_seats === 0)
    return (
      <p role="status" className="rounded-card bg-surface-sunken px-5 py-4 font-semibold">
        {why ?? text.full}
      </p>
    )
  return (
    <Form method="post" className="grid justify-items-start gap-3">
      <Button type="submit" size="lg" busy={busy} busyLabel={text.joining} className="max-sm:w-full">
        {text.join}
      </Button>
      {role === null ? <p className="text-ink-muted">{text.signIn}</p> : null}
    </Form>
  )
}
