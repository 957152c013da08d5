import CalendarX from "lucide-react/icons/calendar-x"
import type { MyDemoRequest } from "#contract/classes/demo-requests.ts"
import { childDemoPath } from "#features/classes/addresses.ts"
import { DEMO_CLASSES } from "#features/content/web/home-sections.tsx"
import { DAY } from "#shared/time.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidStart } from "#ui/said-time.ts"
import type { HomeDemo } from "../home/home.load.ts"
import { familyTexts } from "./family.texts.ts"
import type { FamilyChild } from "./family-names.ts"
import { Need } from "./family-need.tsx"

/** As long as an answer is news. */
const DECLINED_WITHIN_MS = 7 * DAY

/** Returns the declined requests of which a family should know: lately, and nothing was requested since. */
export function findDeclined(requests: readonly MyDemoRequest[], now: Date): MyDemoRequest[] {
  return requests.filter(({ status, responded_at, student_id }) => {
    if (status !== "rejected" || !responded_at) return false
    const isNew = now.getTime() - responded_at.getTime() < DECLINED_WITHIN_MS
    return isNew && !requests.some((one) => one.student_id === student_id && one.requested_at > responded_at)
  })
}

/** A declined request: why, and the other times that were offered. */
export function DeclinedDemo({ request, name }: { request: MyDemoRequest; name: string }) {
  const text = useTexts(familyTexts)
  const saidStart = useSaidStart()
  const { class_title, message, offers, student_id } = request
  const reason = message ? `“${message}”` : ""
  return (
    <Need
      icon={<CalendarX size={20} aria-hidden />}
      what={text.declined(name, class_title)}
      note={[saidStart(request), reason, offers.length > 0 ? text.declinedTimes : text.declinedNone]
        .filter(Boolean)
        .join(" · ")}
      action={
        <div className="flex flex-wrap gap-2.5">
          {offers.map((time) => (
            <ButtonLink
              key={time.class_id}
              to={childDemoPath(time.class_id, student_id)}
              reloadDocument
              aria-label={`${saidStart(time)}: ${time.title}`}
            >
              {saidStart(time)}
            </ButtonLink>
          ))}
          {offers.length === 0 ? (
            <ButtonLink to={DEMO_CLASSES} reloadDocument variant="secondary">
              {text.chooseDemo}
            </ButtonLink>
          ) : null}
        </div>
      }
    />
  )
}

/** The next demo classes that can be requested. */
export function FamilyTrials({ demos }: { demos: readonly HomeDemo[] }) {
  const text = useTexts(familyTexts)
  if (demos.length === 0) return null
  return (
    <Card
      title={text.trials}
      description={text.trialsText}
      data-trials
      action={
        <ButtonLink to={DEMO_CLASSES} reloadDocument variant="link">
          {text.allTrials}
        </ButtonLink>
      }
    >
      <ul className="grid gap-4">
        {demos.map(({ id, title, when, instructor }) => (
          <li key={id} data-demo={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <span className="grid min-w-0 flex-1 basis-52 gap-0.5">
              <span id={`trial-${id}`} className="font-semibold wrap-anywhere">
                {title}
              </span>
              <span className="text-sm text-ink-muted">
                <span className="inline-block first-letter:uppercase">{when}</span> · {text.with(instructor)}
              </span>
            </span>
            <ButtonLink
              to={childDemoPath(id)}
              reloadDocument
              variant="secondary"
              aria-describedby={`trial-${id}`}
            >
              {text.requestDemo}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The first name of the child of a request. */
export function nameIn(
  children: readonly FamilyChild[],
  { student_id, student_name }: MyDemoRequest,
): string {
  return children.find((child) => child.student_id === student_id)?.first_name ?? student_name
}
