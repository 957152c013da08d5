import { expect, test } from "vitest"
import { withoutLost } from "./kept-reply.tsx"
import { lostReply } from "./lost-replies.ts"

const asked = { form: { initialValue: { phone: "+919876543210", request: "r1" } }, done: true }

test("OPS-04 a form that couldn't be sent leaves the person at the step where they were", () => {
  const lost = lostReply()
  const shown = withoutLost({ page: lost }, { page: asked })
  expect(shown).toEqual({ page: asked })
  // Sent twice without a connection.
  expect(withoutLost({ page: lostReply() }, shown)).toEqual({ page: asked })
})

test("OPS-04 an answer of the server takes the place of the one before, and the first that is lost stays", () => {
  const refused = { form: null, toast: null, code: "NOT_FOUND", done: false }
  expect(withoutLost({ page: refused }, { page: asked })).toEqual({ page: refused })
  const lost = { page: lostReply() }
  expect(withoutLost(lost, null)).toBe(lost)
  expect(withoutLost(lost, { other: asked })).toEqual(lost)
  expect(withoutLost(null, { page: asked })).toBeNull()
})
