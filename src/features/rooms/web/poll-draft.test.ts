import { expect, test } from "vitest"
import { changeDraft, newPollDraft } from "./poll-draft.ts"

test("ROOM-05 a poll keeps its id until it was sent, and one corrected after a lost answer is another", () => {
  const draft = changeDraft(newPollDraft(), { question: "What is 7 × 8?" })
  const typed = changeDraft(draft, { options: ["54", "65"] })
  expect(typed.id).toBe(draft.id)
  // Sent again as it was, it is the same poll.
  const sent = { ...typed, isSent: true }
  const corrected = changeDraft(sent, { options: ["54", "56"] })
  expect(corrected).toMatchObject({ question: "What is 7 × 8?", options: ["54", "56"], isSent: false })
  expect(corrected.id).not.toBe(sent.id)
  expect(changeDraft(corrected, { may_change: false }).id).toBe(corrected.id)
})
