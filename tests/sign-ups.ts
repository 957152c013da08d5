import type * as accounts from "#features/accounts/server/service.ts"
import type { Ctx } from "#platform/context.ts"
import { Refusal } from "#platform/errors.ts"

export const PASSWORD = "a long enough password"

/** Dates of birth of a 25-year-old and of a child, by the tests' fixed date and for years to come. */
export const ADULT = "2001-04-12"
export const CHILD = "2016-04-12"

let people = 0

export function newEmail(): string {
  people += 1
  return `person-${people}@example.com`
}

/** Returns the context of a new request with the cookies that an earlier response set. */
export function requestOn(ctx: Ctx, after?: Ctx): Ctx {
  const cookies = after?.http.reply.getSetCookie().map((cookie) => cookie.split(";")[0]) ?? []
  return { ...ctx, http: { request: new Headers({ cookie: cookies.join("; ") }), reply: new Headers() } }
}

type Student = Parameters<typeof accounts.signUpStudent>[1]
type Instructor = Parameters<typeof accounts.signUpInstructor>[1]

/** A student's sign-up data, with an unused e-mail. */
export function studentForm(columns: Partial<Student> = {}): Student {
  return {
    first_name: "Ira",
    last_name: "Bose",
    email: newEmail(),
    phone: "98765 43210",
    password: PASSWORD,
    date_of_birth: ADULT,
    terms: true,
    ...columns,
  }
}

/** An instructor's sign-up data, with an unused e-mail. */
export function instructorForm(columns: Partial<Instructor> = {}): Instructor {
  return { first_name: "Leena", last_name: "Das", email: newEmail(), password: PASSWORD, ...columns }
}

/** The refusal that the work ends in; fails when it ends otherwise. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(outcome instanceof Refusal)) throw new Error(`expected a refusal, got ${String(outcome)}`)
  return outcome
}
