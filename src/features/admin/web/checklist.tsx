import Check from "lucide-react/icons/check"
import { Form, Link, useNavigation } from "react-router"
import type { Checklist } from "#contract/admin/admin-dashboard.ts"
import { roomPath } from "#features/classes/addresses.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { cx } from "#ui/cx.ts"

type Step = Checklist["steps"][number]["step"]

const STEPS: Record<Step, { label: string; text: string; to: string | null }> = {
  brand: { label: "Add your academy's details", text: "Name, phone and e-mail", to: "/admin/settings" },
  instructors: {
    label: "Invite instructors",
    text: "One by one, or from a list",
    to: "/admin/import?kind=instructors",
  },
  program: {
    label: "Set up your first program",
    text: "Or edit an existing one",
    to: "/admin-dashboard/courses/new",
  },
  timetable: {
    label: "Fill your timetable",
    text: "From a list, or class by class",
    to: "/admin/import?kind=timetable",
  },
  students: {
    label: "Add your students",
    text: "With their guardians, from a list",
    to: "/admin/import?kind=students",
  },
  mail: { label: "Connect e-mail", text: "Set SMTP_HOST and MAIL_FROM to send e-mails", to: null },
  sms: { label: "Connect text messages", text: "Set SMS_PROVIDER to text parents about absences", to: null },
  test_class: {
    label: "Hold a test class",
    text: "Try the room on your own first",
    to: null,
  },
}

/** The academy's setup on its first day. It ends with a test class. */
export function ChecklistCard({ checklist }: { checklist: Checklist }) {
  const { steps, dismissed } = checklist
  const done = steps.filter((step) => step.done).length
  if (dismissed) {
    return (
      <Form method="post" preventScrollReset className="justify-self-start">
        <Button type="submit" name="intent" value="show" variant="link">
          Show the checklist ({done} of {steps.length} done)
        </Button>
      </Form>
    )
  }
  return (
    <Card
      flush
      title="Ready for the first class"
      description={`${done} of ${steps.length} done. Steps are ticked off automatically.`}
      action={
        <Form method="post" preventScrollReset>
          <Button type="submit" name="intent" value="dismiss" variant="ghost" size="sm">
            Dismiss
          </Button>
        </Form>
      }
    >
      <progress
        className="meter mx-5 mb-4 block w-[calc(100%-2.5rem)] sm:mx-6 sm:w-[calc(100%-3rem)]"
        aria-label="Steps done"
        value={done}
        max={steps.length}
      />
      <ol className="grid border-t border-line sm:grid-cols-2">
        {steps.map(({ step, done: isDone }) => (
          <li
            key={step}
            data-step={step}
            data-done={isDone || undefined}
            className="flex items-center gap-4 border-t border-line px-5 py-3.5 first:border-t-0 sm:px-6 sm:odd:border-r sm:[&:nth-child(2)]:border-t-0"
          >
            <span
              className={cx(
                "grid size-6 shrink-0 place-items-center rounded-full border",
                isDone ? "border-success bg-success-tint text-success" : "border-line-strong",
              )}
            >
              {isDone ? <Check size={14} strokeWidth={3} aria-hidden /> : null}
              <span className="sr-only">{isDone ? "Done:" : "To do:"}</span>
            </span>
            <div className="min-w-0 flex-1">
              <StepLabel step={step} />
              <p className="text-sm text-ink-muted">{STEPS[step].text}</p>
            </div>
            {step === "test_class" ? <TestClass checklist={checklist} isDone={isDone} /> : null}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function StepLabel({ step }: { step: Step }) {
  const { to, label } = STEPS[step]
  if (to === null) return <p className="font-semibold">{label}</p>
  return (
    <Link to={to} className="font-semibold underline-offset-4 hover:underline">
      {label}
    </Link>
  )
}

function TestClass({ checklist, isDone }: { checklist: Checklist; isDone: boolean }) {
  const busy = useNavigation().formData?.get("intent") === "test-class"
  if (checklist.test_class_id) {
    return (
      <ButtonLink to={roomPath(checklist.test_class_id)} size="sm">
        Join
      </ButtonLink>
    )
  }
  return (
    <Form method="post">
      <Button
        type="submit"
        name="intent"
        value="test-class"
        size="sm"
        variant={isDone ? "secondary" : "primary"}
        busy={busy}
        busyLabel="Starting..."
      >
        Start now
      </Button>
    </Form>
  )
}
