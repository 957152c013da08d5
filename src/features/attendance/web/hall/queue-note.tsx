import CloudOff from "lucide-react/icons/cloud-off"
import CloudUpload from "lucide-react/icons/cloud-upload"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { cx } from "#ui/cx.ts"
import { useOnline } from "#ui/live/online.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { hallTexts } from "./hall.texts.ts"
import type { Queued } from "./register-state.ts"
import type { Problem } from "./use-coach-register.ts"

type QueueNoteProps = {
  waiting: number
  /** Entries of other coaches on this device. */
  others: number
  problem: Problem
  onSend: () => void
}

/** What waits on this phone, always in sight. */
export function QueueNote({ waiting, others, problem, onSend }: QueueNoteProps) {
  const text = useTexts(hallTexts)
  const online = useOnline()
  const quiet = waiting === 0 && problem === null
  const Icon = online ? CloudUpload : CloudOff
  return (
    <div
      className={cx(
        "sticky top-[calc(var(--frame-above)+2rem)] z-10 grid gap-1.5 rounded-card border px-4 py-2.5 text-sm",
        quiet ? "border-line bg-surface" : "border-warning/40 bg-warning-tint text-warning",
      )}
    >
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1.5">
        <p
          role="status"
          data-unsent={waiting}
          className="flex min-w-0 flex-1 items-center gap-2 font-semibold"
        >
          <Icon size={18} className="shrink-0" aria-hidden />
          {[online ? null : text.offline, waiting > 0 ? text.waiting(waiting) : text.sent]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {problem === "refused" ? (
          <ButtonLink to="/teacher-auth?to=%2Fhall" size="sm" variant="secondary" reloadDocument>
            {text.signIn}
          </ButtonLink>
        ) : waiting > 0 && online ? (
          <Button size="sm" variant="secondary" onClick={onSend}>
            {text.send}
          </Button>
        ) : null}
      </div>
      {problem && (online || problem === "full") ? <p role="alert">{text.problems[problem]}</p> : null}
      {others > 0 ? <p>{text.others(others)}</p> : null}
    </div>
  )
}

type RefusedProps = {
  refused: readonly Queued[]
  onAgain: (some: readonly Queued[]) => void
  onDismiss: (ids: string[]) => void
}

/** What the server refused, with its reason, until the coach tries again or dismisses it. */
export function Refused({ refused, onAgain, onDismiss }: RefusedProps) {
  const text = useTexts(hallTexts)
  if (refused.length === 0) return null
  return (
    <Card title={text.notTaken} className="border-danger/40">
      <ul className="grid gap-3">
        {refused.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2" data-refused={one.refusal}>
            <p className="min-w-0 flex-1 basis-52 text-[0.9375rem]">
              <span className="font-semibold">{one.about}</span>
              {one.kind === "mark" ? ` · ${text.states[one.state]}` : null}
              <span className="block text-sm text-ink-muted">
                {one.refusal && text.refusals[one.refusal]}
              </span>
            </p>
            <Button size="sm" variant="secondary" onClick={() => onAgain([one])}>
              {text.again}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => onDismiss([one.id])}>
              {text.dismiss}
            </Button>
          </li>
        ))}
      </ul>
      {refused.length > 1 ? (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => onAgain(refused)}>
            {text.allAgain}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onDismiss(refused.map(({ id }) => id))}>
            {text.dismissAll}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}
