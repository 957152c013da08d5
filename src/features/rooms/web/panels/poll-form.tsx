import X from "lucide-react/icons/x"
import { type FormEvent, useRef, useState } from "react"
import { newId } from "#shared/ids.ts"
import { Button } from "#ui/components/button.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { panelText as text } from "../texts/panels.texts.ts"
import { useBoard } from "../use-board.ts"
import { fieldErrorsOf } from "./field-errors.ts"

const FEWEST = 2
const MOST = 6

/** The form for a new poll. It keeps what was typed until the API accepted it. */
export function PollForm({ onDone }: { onDone: () => void }) {
  const { commands } = useBoard()
  const [options, setOptions] = useState(["", ""])
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  // Made once, so that pressing twice creates one poll.
  const id = useRef(newId())
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    const poll = {
      id: id.current,
      question: String(form.get("question")).trim(),
      options: options.map((option) => option.trim()).filter(Boolean),
      is_multiple: form.has("is_multiple"),
      may_change: form.has("may_change"),
      open: form.get("when") !== "later",
    }
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
        <TextInput name="question" required maxLength={300} autoFocus />
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
              onChange={(event) => setOptions(options.with(place, event.target.value))}
            />
          </Field>
          {options.length > FEWEST ? (
            <Button
              variant="ghost"
              size="icon"
              aria-label={text.removeOption(place + 1)}
              onClick={() => setOptions(options.toSpliced(place, 1))}
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
          onClick={() => setOptions([...options, ""])}
        >
          {text.addOption}
        </Button>
      ) : null}
      <label className="flex min-h-9 items-center gap-2.5 text-sm">
        <input type="checkbox" name="is_multiple" className="size-4.5" />
        {text.isMultiple}
      </label>
      <label className="flex min-h-9 items-center gap-2.5 text-sm">
        <input type="checkbox" name="may_change" defaultChecked className="size-4.5" />
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
