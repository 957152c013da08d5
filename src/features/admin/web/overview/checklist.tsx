import Check from "lucide-react/icons/check"
import { Form, useNavigation } from "react-router"
import type { Checklist } from "#contract/admin/admin-dashboard.ts"
import { roomPath } from "#features/classes/addresses.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { cx } from "#ui/cx.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { overviewTexts } from "./overview.texts.ts"

type Step = Checklist["steps"][number]["step"]

/** Where each step is done. */
const PLACES: Record<Step, string | null> = {
  payments: "/admin/settings#payments",
  seller: "/admin/settings#seller",
  brand: "/admin/settings",
  instructors: "/admin/import?kind=instructors",
  program: "/admin-dashboard/courses",
  timetable: "/admin/import?kind=timetable",
  students: "/admin/import?kind=students",
  mail: null,
  sms: null,
  test_class: null,
}

/** The academy's setup on its first day. It ends with a test class. */
export function ChecklistCard({ checklist }: { checklist: Checklist }) {
  const text = useTexts(overviewTexts).checklist
  const { steps, dismissed } = checklist
  const done = steps.filter((step) => step.done).length
  if (dismissed) {
    return (
      <Form method="post" preventScrollReset className="justify-self-start">
        <Button type="submit" name="intent" value="show" variant="link">
          {text.show(done, steps.length)}
        </Button>
      </Form>
    )
  }
  return (
    <Card
      flush
      title={text.title}
      description={text.progress(done, steps.length)}
      action={
        <Form method="post" preventScrollReset>
          <Button type="submit" name="intent" value="dismiss" variant="ghost" size="sm" className="-mx-3.5">
            {text.dismiss}
          </Button>
        </Form>
      }
    >
      <progress
        className="meter mx-5 mb-4 block w-[calc(100%-2.5rem)] sm:mx-6 sm:w-[calc(100%-3rem)]"
        aria-label={text.stepsDone}
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
              <span className="sr-only">{isDone ? text.done : text.toDo}</span>
            </span>
            <div className="min-w-0 flex-1">
              <StepLabel step={step} />
              <p className="text-sm text-ink-muted">{text.steps[step].text}</p>
            </div>
            {step === "test_class" ? <TestClass checklist={checklist} isDone={isDone} /> : null}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function StepLabel({ step }: { step: Step }) {
  const { label } = useTexts(overviewTexts).checklist.steps[step]
  const to = PLACES[step]
  if (to === null) return <p className="font-semibold">{label}</p>
  return (
    <Link to={to} className="font-semibold underline-offset-4 hover:underline">
      {label}
    </Link>
  )
}

function TestClass({ checklist, isDone }: { checklist: Checklist; isDone: boolean }) {
  const { join, checklist: text } = useTexts(overviewTexts)
  const busy = useNavigation().formData?.get("intent") === "test-class"
  if (checklist.test_class_id) {
    return (
      <ButtonLink to={roomPath(checklist.test_class_id)} size="sm">
        {join}
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
        busyLabel={text.starting}
      >
        {text.start}
      </Button>
    </Form>
  )
}
