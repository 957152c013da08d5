import GraduationCap from "lucide-react/icons/graduation-cap"
import Presentation from "lucide-react/icons/presentation"
import { useSearchParams } from "react-router"
import lists from "#content/option-lists.json" with { type: "json" }
import { chosenTab } from "#ui/components/tabs.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { accountsTexts } from "../accounts.texts.ts"

const icons = { student: GraduationCap, teacher: Presentation }

/** Returns the role to sign up as, from the URL: a student by default. */
export function useChosenRole(): string {
  const [params] = useSearchParams()
  return chosenTab(params, lists.signUpRoles, "role")
}

/** Student or teacher, as links, so that each form has an address and works without scripts. */
export function RoleChoice() {
  const text = useTexts(accountsTexts).portal
  const [params] = useSearchParams()
  const chosen = useChosenRole()
  return (
    <nav aria-labelledby="role-choice" className="grid gap-1.5">
      <p id="role-choice" className="text-sm font-semibold">
        {text.role}
      </p>
      <ul className="grid grid-cols-2 gap-3">
        {lists.signUpRoles.map(({ value }) => {
          const role = value as keyof typeof icons
          const Icon = icons[role]
          const next = new URLSearchParams(params)
          next.set("role", value)
          return (
            <li key={value}>
              <Link
                to={`?${next}`}
                replace
                data-replace
                preventScrollReset
                aria-current={value === chosen ? "true" : undefined}
                className="grid h-full content-start gap-2 rounded-card border border-line-strong bg-surface p-3.5 leading-snug transition-colors hover:border-ink-muted aria-[current]:border-primary aria-[current]:bg-primary-tint sm:p-4"
              >
                <Icon size={22} aria-hidden className="text-primary-text" />
                <span>
                  <span className="block text-[0.9375rem] font-semibold">{text.roleNames[role]}</span>
                  <span className="text-sm text-ink-muted">{text.roleText[role]}</span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
