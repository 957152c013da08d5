import { useId } from "react"
import { LONGEST_SLIDE_NOTE } from "#shared/slides.ts"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { slidesTexts } from "../texts/slides.texts.ts"
import type { NoteState, SlideNotes } from "./use-slide-notes.ts"

type PageNoteProps = SlideNotes & {
  page: number
  /** Beside many of them it is said once who sees them. */
  hint?: boolean
}

/** What the staff noted on a page of slides, to read and to change. */
export function PageNote({ page, notes, states, write, hint = true }: PageNoteProps) {
  const text = useTexts(slidesTexts)
  const id = useId()
  const state = states.get(page) ?? "kept"
  if (notes === undefined)
    return (
      <p role="alert" className="text-[0.8125rem] text-danger">
        {text.notesMissing}
      </p>
    )
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-[0.8125rem] font-semibold">
        {text.noteOf(page + 1)}
      </label>
      <textarea
        id={id}
        data-page-note={page}
        aria-describedby={`${id}-state`}
        rows={3}
        maxLength={LONGEST_SLIDE_NOTE}
        disabled={notes === null}
        value={notes?.[page] ?? ""}
        onChange={(event) => write(page, event.target.value)}
        className="resize-y rounded-md border border-line-strong bg-surface px-3 py-2 text-base sm:text-[0.9375rem]"
      />
      <p
        id={`${id}-state`}
        role="status"
        className={cx("text-[0.8125rem]", state === "failed" ? "text-danger" : "text-ink-muted")}
      >
        {state === "kept" && !hint ? null : wordsOf(state, text)}
      </p>
    </div>
  )
}

const wordsOf = (state: NoteState, text: (typeof slidesTexts)["en"]) =>
  ({ kept: text.noteHint, sent: text.noteSaved, failed: text.noteUnsaved })[state]
