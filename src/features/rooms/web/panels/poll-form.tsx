import X from "lucide-react/icons/x"
import { type FormEvent, useEffect, useState } from "react"
import { Button } from "#ui/components/button.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { changeDraft, newPollDraft, type PollDraft } from "../poll-draft.ts"
import { panelText as text } from "../texts/panels.texts.ts"
import { useBoard, useStay } from "../use-board.ts"
import { fieldErrorsOf } from "./field-errors.ts"

const FEWEST = 2
const MOST = 6

/** The form for a new poll. The stay keeps what was typed until the API accepted it. */
export function PollForm({ onDone }: { onDone: () => void }) {
  const { commands } = useBoard()
  const { drafts } = useStay()
  const [draft, setDraft] = useState<PollDraft>(() => drafts.poll ?? newPollDraft())
  useEffect(() => {
    drafts.poll = draft
  }, [drafts, draft])
  const { options } = draft
  const change = (part: Parameters<typeof changeDraft>[1]) => setDraft(changeDraft(draft, part))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    const { isSent: _, ...wanted } = draft
    const poll = {
      ...wanted,
      question: draft.question.trim(),
      options: options.map((option) => option.trim()).filter(Boolean),
      open: form.get("when") !== "later",
    }
    setDraft({ ...draft, isSent: true })
    setBusy(true)
    setProblems({})
    const done = await commands.run(
      (rooms, class_id) => rooms.createPoll({ class_id, ...poll }),
      (error) => {
        const fields = fieldErrorsOf(error)
        if (fields) setProblems(fields)
        return fields !== null
      },
    )
    setBusy(false)
    if (done) onDone()
  }
  return (
    <form onSubmit={send} className="grid gap-3 rounded-card border border-line p-4">
      <Field label={text.question} errors={problems.question}>
        <TextInput
          required
          maxLength={300}
          autoFocus
          value={draft.question}
          onChange={(event) => change({ question: event.target.value })}
        />
      </Field>
      {options.map((option, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place
        <div key={place} className="flex items-end gap-1">
          <Field
            label={text.option(place + 1)}
            errors={place === options.length - 1 ? problems.options : undefined}
            className="min-w-0 flex-1"
          >
            <TextInput
              required={place < FEWEST}
              maxLength={120}
              value={option}
              onChange={(event) => change({ options: options.with(place, event.target.value) })}
            />
          </Field>
          {options.length > FEWEST ? (
            <Button
              variant="ghost"
              size="icon"
              aria-label={text.removeOption(place + 1)}
              onClick={() => change({ options: options.toSpliced(place, 1) })}
            >
              <X size={18} aria-hidden />
            </Button>
          ) : null}
        </div>
      ))}
      {options.length < MOST ? (
        <Button
          variant="link"
          size="sm"
          className="justify-self-start"
          onClick={() => change({ options: [...options, ""] })}
        >
          {text.addOption}
        </Button>
      ) : null}
      <label className="flex min-h-9 items-center gap-2.5 text-sm">
        <input
          type="checkbox"
          checked={draft.is_multiple}
          onChange={(event) => change({ is_multiple: event.target.checked })}
          className="size-4.5"
        />
        {text.isMultiple}
      </label>
      <label className="flex min-h-9 items-center gap-2.5 text-sm">
        <input
          type="checkbox"
          checked={draft.may_change}
          onChange={(event) => change({ may_change: event.target.checked })}
          className="size-4.5"
        />
        {text.mayChange}
      </label>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={busy}>
          {text.ask}
        </Button>
        <Button type="submit" size="sm" variant="secondary" name="when" value="later" busy={busy}>
          {text.keepDraft}
        </Button>
        <Button size="sm" variant="ghost" onClick={onDone}>
          {text.forget}
        </Button>
      </div>
    </form>
  )
}
