import type { Ctx } from "#platform/context.ts"
import type { Database } from "#platform/database/db.ts"

export class Killed extends Error {
  override name = "Killed"
}

/**
 * A context whose worker dies at its nth step, counted from 0: before its first transaction, after that was
 * committed, before its second, and so on.
 */
export function killedAt(ctx: Ctx & { db: Database }, step: number): Ctx {
  let seen = 0
  const live = () => {
    if (seen === step) throw new Killed(`at step ${step}`)
    seen += 1
  }
  const db = new Proxy(ctx.db, {
    get(target, name) {
      if (name !== "transaction") return Reflect.get(target, name, target)
      return async (work: Parameters<typeof target.transaction>[0]) => {
        live()
        const result = await target.transaction(work)
        live()
        return result
      }
    },
  })
  return { ...ctx, db }
}
