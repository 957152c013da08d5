import type { z } from "zod"
import type { Person } from "#contract/accounts.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { Refusal, refuse } from "#platform/errors.ts"
import { mustConfirmFirst, sendConfirmation } from "./confirmation.ts"
import { rememberDevice } from "./known-devices.ts"
import { readPerson } from "./sessions.ts"

export type Portal = "any" | "instructor"
type PersonRow = z.infer<typeof Person>

/** A person as the API shows them. */
export function describePerson(person: SignedIn): PersonRow {
  const { user_id, email, first_name, last_name, role, email_verified } = person
  return { user_id, email, first_name, last_name, role, email_verified }
}

/**
 * Opens a session for a person who proved who they are, whichever way: every way to sign in ends here. Throws
 * ACCOUNT_DISABLED, INSTRUCTORS_ONLY, EMAIL_UNCONFIRMED; refused, there is no session.
 */
export async function admit(ctx: Ctx, userId: string, portal: Portal): Promise<PersonRow> {
  const person = await readPerson(ctx.db, userId)
  if (!person) refuse("ACCOUNT_DISABLED")
  if (portal === "instructor" && person.role !== "instructor") refuse("INSTRUCTORS_ONLY")
  if (mustConfirmFirst(ctx, person)) {
    // Asked for too often, the last mail has to do.
    await sendConfirmation(ctx, person).catch((error) => {
      if (!(error instanceof Refusal)) throw error
    })
    refuse("EMAIL_UNCONFIRMED")
  }
  await ctx.sessions.openTrusted(ctx.http, userId)
  rememberDevice(ctx, person.email)
  return describePerson(person)
}
