import { newId } from "#shared/ids.ts"

export type PollDraft = {
  /** The id of the poll, so that pressing twice creates one. */
  id: string
  question: string
  options: string[]
  is_multiple: boolean
  may_change: boolean
  /** It was sent without an answer that it was accepted, and may exist all the same. */
  isSent: boolean
}

export function newPollDraft(): PollDraft {
  const choices = { options: ["", ""], is_multiple: false, may_change: true }
  return { id: newId(), question: "", ...choices, isSent: false }
}

/** Returns the draft with a change: another poll, if the draft was sent before, as its id stays with what was sent. */
export function changeDraft(draft: PollDraft, part: Partial<Omit<PollDraft, "id" | "isSent">>): PollDraft {
  return { ...draft, ...part, ...(draft.isSent && { id: newId(), isSent: false }) }
}
