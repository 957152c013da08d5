import { checkoutPath } from "#features/programs/paths.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useWritten } from "#ui/said-time.ts"
import { changeTexts } from "../checkout/change/change.texts.ts"
import { checkoutTexts } from "../checkout/checkout.texts.ts"
import type { ToldMembership } from "./order.load.ts"

/** When each membership of the family ends, and the way to the next term. */
export function Memberships({ memberships }: { memberships: readonly ToldMembership[] }) {
  const text = useTexts(checkoutTexts)
  const changes = useTexts(changeTexts)
  const written = useWritten()
  if (memberships.length === 0) return null
  return (
    <Card flush title={text.memberships}>
      <ul className="border-t border-line">
        {memberships.map(({ course, student, valid_until, ended, renewable, due, pickup, change_of }) => (
          <li
            key={`${course.id} ${student.id}`}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
          >
            <span className="grid min-w-0 flex-1 basis-60 gap-0.5">
              <span className="font-semibold wrap-anywhere">{course.title}</span>
              <span className="text-sm text-ink-muted">
                {text.forStudent(student.first_name)} ·{" "}
                {text[ended ? "membershipEnded" : "membershipEnds"](written.date(valid_until))}
              </span>
              {pickup ? <span className="text-sm text-ink-muted">{pickup}</span> : null}
            </span>
            {change_of ? (
              <ButtonLink
                to={`${checkoutPath(course.slug)}?${new URLSearchParams({ student_id: student.id, changes: change_of })}`}
                reloadDocument
                variant="secondary"
                aria-label={changes.changeFor(student.first_name, course.title)}
              >
                {changes.change}
              </ButtonLink>
            ) : null}
            {renewable ? (
              <ButtonLink
                to={`${checkoutPath(course.slug)}?${new URLSearchParams({ student_id: student.id })}`}
                reloadDocument
                variant={due ? "primary" : "secondary"}
                aria-label={text.renewFor(student.first_name, course.title)}
              >
                {text.renew}
              </ButtonLink>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
