import type { ActionReply } from "../api.ts"

const lost = new WeakSet<object>()

/** Returns a reply to a form that the server didn't answer: the form keeps what was typed. */
export function lostReply(): ActionReply {
  const reply: ActionReply = { form: null, toast: null, code: null, done: false }
  lost.add(reply)
  return reply
}

export function isLost(reply: unknown): boolean {
  return typeof reply === "object" && reply !== null && lost.has(reply)
}
