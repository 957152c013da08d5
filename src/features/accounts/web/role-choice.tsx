import GraduationCap from "lucide-react/icons/graduation-cap"
import Presentation from "lucide-react/icons/presentation"
import { Link, useSearchParams } from "react-router"
import lists from "#content/option-lists.json" with { type: "json" }
import { chosenTab } from "#ui/tabs.tsx"
import { accountsText } from "./accounts.text.ts"

const text = accountsText.portal
const looks = {
  student: { icon: GraduationCap, text: text.roleText.student },
  teacher: { icon: Presentation, text: text.roleText.teacher },
}

/** Who signs up, by the URL: a student unless it says otherwise. */
export function useChosenRole(): string {
  const [params] = useSearchParams()
  return chosenTab(params, lists.signUpRoles, "role")
}

/** Student or teacher, as links, so that each form has an address and works without scripts. */
export function RoleChoice() {
  const [params] = useSearchParams()
  const chosen = useChosenRole()
  return (
    <nav aria-labelledby="role-choice" className="grid gap-1.5">
      <p id="role-choice" className="text-sm font-semibold">
        {text.role}
      </p>
      <ul className="grid grid-cols-2 gap-3">
        {lists.signUpRoles.map(({ value, label }) => {
          const { icon: Icon, text: wish } = looks[value as keyof typeof looks]
          const next = new URLSearchParams(params)
          next.set("role", value)
          return (
            <li key={value}>
              <Link
                to={`?${next}`}
                replace
                preventScrollReset
                aria-current={value === chosen ? "true" : undefined}
                className="grid h-full content-start gap-2 rounded-card border border-line-strong bg-surface p-3.5 leading-snug transition-colors hover:border-ink-muted aria-[current]:border-primary aria-[current]:bg-primary-tint sm:p-4"
              >
                <Icon size={22} aria-hidden className="text-primary-text" />
                <span>
                  <span className="block text-[0.9375rem] font-semibold">{label}</span>
                  <span className="text-sm text-ink-muted">{wish}</span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
