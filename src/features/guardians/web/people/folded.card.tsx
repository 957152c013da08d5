import ChevronRight from "lucide-react/icons/chevron-right"
import type { ReactNode } from "react"
import type { GuardianPerson, Guardians } from "#contract/guardians/people.ts"
import { Button } from "#ui/components/button.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import type { Poster } from "#ui/forms/poster.ts"

export interface PeopleProps {
  child: { student_id: string; first_name: string }
  people: Guardians
  zone: string
  /** The page whose action serves the forms. */
  action: string
  /** Whether the viewer may invite. */
  invites: boolean
  /** More about one guardian, for staff. */
  about?: (guardian: GuardianPerson) => ReactNode
}

interface FoldProps {
  title: string
  label?: string
  open: boolean
  children: ReactNode
}

/** What a list of guardians folds away. */
export function Folded({ title, label, open, children }: FoldProps) {
  return (
    <Disclosure opens={open} className="group">
      <summary
        aria-label={label}
        className="flex min-h-9 w-fit cursor-pointer items-center gap-1.5 text-sm font-semibold text-primary-text"
      >
        <ChevronRight size={16} aria-hidden className="group-open:rotate-90" />
        {title}
      </summary>
      <div className="grid gap-5 pt-3">{children}</div>
    </Disclosure>
  )
}

/** What a form sends besides its fields. */
export function Hidden({ values }: { values: Record<string, string> }) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

interface StepProps {
  poster: Poster
  values: Record<string, string>
  /** What happens when the button is pressed. */
  text: string
  intent: string
  label: string
  variant: "danger" | "secondary"
  className?: string
}

/** A form of one button that says what it does. */
export function Step({ poster, values, text, intent, label, variant, className = "" }: StepProps) {
  const { Form, action, sending } = poster
  return (
    <Form method="post" {...(action && { action })} className={`grid gap-3 ${className}`}>
      <p className="max-w-prose text-sm text-ink-muted">{text}</p>
      <Hidden values={values} />
      <div>
        <Button
          type="submit"
          name="intent"
          value={intent}
          size="sm"
          variant={variant}
          busy={sending === intent}
        >
          {label}
        </Button>
      </div>
    </Form>
  )
}
