import type { Ctx } from "#platform/context.ts"
import { Refusal } from "#platform/errors.ts"
import { readQuestion } from "./notices/absence-answers.ts"

/**
 * Whether a token is that of an absence notice's link, before more than usual is read of what its holder
 * sends. Wrong ones are counted as everywhere.
 */
export async function isAnswerLink(ctx: Ctx, token: string): Promise<boolean> {
  try {
    await readQuestion(ctx, token)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
