import CornerDownLeft from "lucide-react/icons/corner-down-left"
import { type FormEvent, type KeyboardEvent, useEffect, useState } from "react"
import { Button } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import { panelText as text } from "../texts/panels.texts.ts"
import { type Recipient, useBoard, useStay } from "../use-board.ts"

const LONGEST = 1_000
const SHOW_LEFT_FROM = 100

type ComposerProps = { to: Recipient; onTo: (to: Recipient) => void; closed: boolean }

/** The input for messages: Enter sends, Shift+Enter starts a new line. */
export function Composer({ to, onTo, closed }: ComposerProps) {
  const { role, drafts } = useStay()
  const { commands } = useBoard()
  const [body, setBody] = useState(drafts.message?.body ?? "")
  useEffect(() => {
    // With its recipient, so that private words stay private.
    drafts.message = body ? { body, to } : null
  }, [drafts, body, to])
  const left = LONGEST - body.length
  function send(event?: FormEvent) {
    event?.preventDefault()
    const words = body.trim()
    if (!words || left < 0) return
    commands.say(words, to.kind === "all" ? null : to.kind === "staff" ? commands.me : to.id)
    setBody("")
  }
  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    // On a phone in landscape everything is on one line.
    <form
      onSubmit={send}
      className="grid gap-2 border-t border-line p-3 short:flex short:flex-wrap short:items-end short:p-1.5"
    >
      {role === "student" && !closed ? (
        <label className="flex items-center gap-2 text-[0.8125rem] text-ink-muted">
          <span className="short:sr-only">{text.to}</span>
          <select
            aria-label={text.to}
            value={to.kind}
            onChange={(event) => onTo({ kind: event.target.value === "staff" ? "staff" : "all" })}
            className="h-8 rounded-md border border-line bg-surface px-2 text-ink short:h-11 short:w-24"
          >
            <option value="all">{text.toAll}</option>
            <option value="staff">{text.toInstructor}</option>
          </select>
        </label>
      ) : null}
      {to.kind === "student" ? (
        <p className="flex items-center justify-between gap-2 text-[0.8125rem] text-accent-text short:w-full">
          {text.toStudent(to.name)}
          <Button size="sm" variant="link" onClick={() => onTo({ kind: "all" })}>
            {text.toAll}
          </Button>
        </p>
      ) : null}
      <div className="flex items-end gap-2 short:min-w-0 short:flex-1">
        <textarea
          aria-label={text.message}
          placeholder={closed ? text.toInstructor : text.message}
          value={body}
          rows={Math.min(4, Math.max(1, body.split("\n").length, Math.ceil(body.length / 38)))}
          enterKeyHint="send"
          onChange={(event) => setBody(event.target.value)}
          onKeyDown={press}
          aria-invalid={left < 0 || undefined}
          className="min-h-11 min-w-0 flex-1 resize-none rounded-md border border-line-strong bg-surface px-3 py-2.5 text-base sm:text-[0.9375rem]"
        />
        <Button type="submit" size="icon" aria-label={text.send} disabled={!body.trim() || left < 0}>
          <CornerDownLeft size={18} aria-hidden />
        </Button>
      </div>
      {left < SHOW_LEFT_FROM ? (
        <p
          className={cx(
            "text-right text-[0.8125rem] tabular-nums short:w-full",
            left < 0 ? "text-danger" : "text-ink-muted",
          )}
        >
          {text.charactersLeft(left)}
        </p>
      ) : null}
    </form>
  )
}
