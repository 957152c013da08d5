import type { FamilyNeeds } from "#contract/payments.ts"
import { checkoutPath } from "#features/programs/paths.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate } from "#ui/said-time.ts"
import { checkoutTexts } from "../checkout/checkout.texts.ts"

/** When each membership of the family ends, and the way to the next term. */
export function Memberships({ memberships }: Pick<FamilyNeeds, "memberships">) {
  const text = useTexts(checkoutTexts)
  const said = useSaidDate()
  if (memberships.length === 0) return null
  return (
    <Card flush title={text.memberships}>
      <ul className="border-t border-line">
        {memberships.map(({ course, student, valid_until, ended, renewable, due }) => (
          <li
            key={`${course.id} ${student.id}`}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
          >
            <span className="grid min-w-0 flex-1 basis-60 gap-0.5">
              <span className="font-semibold wrap-anywhere">{course.title}</span>
              <span className="text-sm text-ink-muted">
                {text.forStudent(student.first_name)} ·{" "}
                {ended ? text.membershipEnded(said(valid_until)) : text.membershipEnds(said(valid_until))}
              </span>
            </span>
            {renewable ? (
              <ButtonLink
                to={`${checkoutPath(course.slug)}?${new URLSearchParams({ student_id: student.id })}`}
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
