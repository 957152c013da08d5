import { eq } from "drizzle-orm"
import { type Ctx, inTransaction } from "#platform/context.ts"
import type { PushKey } from "#platform/push/port.ts"
import { newPushKey } from "#platform/push/web-push.ts"
import { pushDevices, pushKeys } from "./table.ts"

const PURPOSE = "push key"

/**
 * Returns the academy's keys for push services, and makes them when there are none. If no secret opens them any
 * more, new ones take their place and every device has to be switched on again.
 */
export async function readPushKey(ctx: Ctx): Promise<PushKey> {
  const found = await findPushKey(ctx)
  return found ?? makePushKey(ctx)
}

async function findPushKey({ db, keys }: Pick<Ctx, "db" | "keys">): Promise<PushKey | null> {
  const [row] = await db.select().from(pushKeys)
  const private_key = row && keys.unseal(PURPOSE, row.sealed_key)
  return row && private_key ? { public_key: row.public_key, private_key } : null
}

async function makePushKey(ctx: Ctx): Promise<PushKey> {
  const made = await newPushKey()
  return inTransaction(ctx, async (tx) => {
    const row = {
      public_key: made.public_key,
      sealed_key: tx.keys.seal(PURPOSE, made.private_key),
      made_at: tx.clock.now(),
    }
    const first = await tx.db
      .insert(pushKeys)
      .values({ id: "academy", ...row })
      .onConflictDoNothing()
      .returning({ id: pushKeys.id })
    if (first.length > 0) return made
    // Made by somebody else meanwhile, or sealed with a secret that is lost.
    await tx.db.select().from(pushKeys).for("update")
    const found = await findPushKey(tx)
    if (found) return found
    await tx.db.update(pushKeys).set(row)
    // Push services take messages to these only under the keys that are lost.
    await tx.db.delete(pushDevices)
    return made
  })
}

/** Counts the academy's push key by the secret it is sealed with: the current one, an older one, or a lost one. */
export async function countSealedPushKeys({ db, keys }: Pick<Ctx, "db" | "keys">) {
  const rows = await db.select({ sealed: pushKeys.sealed_key }).from(pushKeys)
  const counts = { fresh: 0, older: 0, unreadable: 0 }
  for (const { sealed } of rows) {
    if (keys.unseal(PURPOSE, sealed) === null) counts.unreadable += 1
    else counts[keys.isFresh(sealed) ? "fresh" : "older"] += 1
  }
  return counts
}

/** Seals the push key again with the current secret, so that older ones can be removed. Devices stay on. */
export async function resealPushKey({ db, keys }: Pick<Ctx, "db" | "keys">): Promise<void> {
  const [row] = await db.select({ sealed: pushKeys.sealed_key }).from(pushKeys)
  const key = row && !keys.isFresh(row.sealed) ? keys.unseal(PURPOSE, row.sealed) : null
  if (!row || key === null) return
  await db
    .update(pushKeys)
    .set({ sealed_key: keys.seal(PURPOSE, key) })
    .where(eq(pushKeys.sealed_key, row.sealed))
}
