import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { familyTexts } from "./family.texts.ts"
import type { FamilyChild } from "./family-names.ts"

/** Leads to who else looks after each child, and to consents. */
export function FamilyGuardians({ childrenOf }: { childrenOf: readonly FamilyChild[] }) {
  const text = useTexts(familyTexts)
  const to = (child: FamilyChild, tab: string) =>
    `/guardian-dashboard?${new URLSearchParams({ child: child.student_id, tab })}`
  const mayConsent = childrenOf.some((child) => child.rights.includes("consent"))
  return (
    <Card title={mayConsent ? text.guardiansAndConsents : text.guardians}>
      <ul className="grid gap-3 text-sm">
        {childrenOf.map((child) => (
          <li key={child.student_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="font-semibold wrap-anywhere">{child.first_name}</span>
            <span className="flex flex-wrap gap-x-4">
              {child.rights.includes("consent") ? (
                <ButtonLink to={to(child, "consent")} reloadDocument variant="link">
                  {text.consents}
                </ButtonLink>
              ) : null}
              <ButtonLink to={to(child, "guardians")} reloadDocument variant="link">
                {text.whoElse}
              </ButtonLink>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
