import { errorDataOf } from "#ui/client.ts"
import { formulaText as text } from "../../texts/formula.texts.ts"

/** Returns in words why the server didn't draw a formula, and when to try again if it said so. */
export async function whyNotDrawn(error: unknown): Promise<string> {
  const wait = errorDataOf(error, "TOO_MANY_REQUESTS")
  if (!wait) return text.unreached
  const { errorText } = await import("../../texts/room-errors.ts")
  return `${text.tooMany} ${errorText("TOO_MANY_REQUESTS", wait).description}`
}
