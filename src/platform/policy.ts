import { ORPCError, os } from "@orpc/server"
import type { Role } from "#shared/roles.ts"
import type { Ctx, SignedIn, Viewer } from "./context.ts"
import { isUnstorableText } from "./database/db.ts"
import { Refusal } from "./errors.ts"
import { outageOf } from "./outage.ts"
import { requireRecentProof } from "./proof.ts"

const base = os.$context<Ctx>()

type ErrorConstructors = Record<string, ((options?: { data?: unknown }) => Error) | undefined>

const UNSTORABLE = { message: "A text holds a character that can't be stored" }

/** Turns a service's refusal, and an outage, into the error that the procedure's contract declares under that code. */
const declareRefusals = base.middleware(async ({ context, next, errors }) => {
  try {
    return await next()
  } catch (error) {
    if (isUnstorableText(error))
      throw (errors as ErrorConstructors).BAD_REQUEST?.({ data: { issues: [UNSTORABLE] } }) ?? error
    const outage = outageOf(error)
    if (outage && !(error instanceof ORPCError)) {
      context.log.error({ err: error, outage }, "a request met an outage")
      throw (errors as ErrorConstructors)[outage]?.() ?? error
    }
    if (!(error instanceof Refusal)) throw error
    const declared = (errors as ErrorConstructors)[error.code]
    if (!declared) throw error
    throw declared({ data: error.data })
  }
})

/**
 * Returns the viewer with the rights they have now: one who still owes the second step counts as a visitor.
 */
export function actingViewer(viewer: Viewer): Viewer {
  return viewer?.locked ? null : viewer
}

/**
 * The policy of what is open to everyone, visitors included. A viewer who still owes the second step counts
 * as a visitor.
 */
export const anyone = declareRefusals.concat(
  base.middleware(({ context, next }) => next({ context: { viewer: actingViewer(context.viewer) } })),
)

type Options = {
  /** Also for a viewer who can reach only their own account so far. */
  locked?: boolean
  /** Only with a recent proof of who the viewer is, so that an open screen is not enough. */
  proven?: boolean
}

/**
 * The policy of what needs an account: refuses visitors with UNAUTHENTICATED, viewers whom `policy` rejects
 * with FORBIDDEN, and those without the recent proof that it requires with PROOF_NEEDED, all before the input
 * is read.
 */
export function allow(policy: (viewer: SignedIn) => boolean, options: Options = {}) {
  return declareRefusals.concat(
    base.middleware(async ({ context, next }) => {
      if (!context.viewer) throw new Refusal("UNAUTHENTICATED")
      if (context.viewer.locked && !options.locked) throw new Refusal("FORBIDDEN")
      if (!policy(context.viewer)) throw new Refusal("FORBIDDEN")
      if (options.proven) await requireRecentProof(context)
      return next({ context: { viewer: context.viewer } })
    }),
  )
}

/** A policy by role only. */
export function hasRole(...roles: Role[]) {
  return (viewer: SignedIn): boolean => viewer.role !== null && roles.includes(viewer.role)
}

/** The policy of what any signed-in person may do. */
export const signedIn = allow(() => true)

/** The same with a recent proof of who the viewer is. */
export const signedInProven = allow(() => true, { proven: true })

/** Like `signedIn`, but also for a viewer who can reach only their own account so far. */
export const signedInEvenLocked = allow(() => true, { locked: true })
