import ArrowRight from "lucide-react/icons/arrow-right"
import LoaderCircle from "lucide-react/icons/loader-circle"
import { Form, useNavigation } from "react-router"
import type { Role } from "#shared/roles.ts"
import { Avatar } from "#ui/components/avatar.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { accountsTexts } from "../accounts.texts.ts"

export interface DemoPerson {
  email: string
  name: string
  role: Role
}

/** The demo people of a trial, each with a button to sign in. Empty in production. */
export function DemoPeople({ people }: { people: DemoPerson[] }) {
  const text = useTexts(accountsTexts).demo
  const { formData } = useNavigation()
  if (people.length === 0) return null
  const chosen = formData?.get("intent") === "demo" ? formData.get("email") : null
  return (
    <section
      aria-labelledby="demo-people"
      className="rounded-card border border-line bg-surface-sunken/60 p-4 sm:p-5"
    >
      <h2 id="demo-people" className="font-semibold">
        {text.title}
      </h2>
      <p className="mt-0.5 text-sm text-ink-muted">{text.text}</p>
      <Form method="post" className="mt-4">
        <input type="hidden" name="intent" value="demo" />
        <ul className="grid gap-2 sm:grid-cols-2">
          {people.map((person) => (
            <li key={person.email}>
              <DemoButton person={person} busy={chosen === person.email} />
            </li>
          ))}
        </ul>
      </Form>
    </section>
  )
}

function DemoButton({ person, busy }: { person: DemoPerson; busy: boolean }) {
  const text = useTexts(accountsTexts).demo
  const Icon = busy ? LoaderCircle : ArrowRight
  return (
    <button
      type="submit"
      name="email"
      value={person.email}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
      }}
      className="group flex w-full items-center gap-3 rounded-md border border-line bg-surface p-2.5 text-left transition-colors hover:border-ink-muted"
    >
      <Avatar name={person.name} size="sm" />
      <span className="grid min-w-0 flex-1 leading-snug">
        <span className="truncate text-[0.9375rem] font-semibold">{person.name}</span>
        <span className="text-[0.8125rem] text-ink-muted">{text.roles[person.role]}</span>
      </span>
      <Icon
        size={16}
        aria-hidden
        className={
          busy
            ? "shrink-0 animate-spin text-ink-muted"
            : "shrink-0 text-ink-muted transition-transform group-hover:translate-x-0.5"
        }
      />
    </button>
  )
}
