import type pg from "pg"
import { countSealed } from "#features/accounts/server/two-step-upkeep.ts"
import { countSealedPushKeys } from "#features/notifications/server/push-keys.ts"
import { createPool, databaseOn } from "#platform/database/db.ts"
import { countFormerSecrets } from "#platform/former-secrets.ts"
import type { Keys } from "#platform/keys.ts"
import { type Finding, fine, problem, warning } from "./finding.ts"

/** Whether the product's secrets decrypt what they sealed. */
export async function checkKeys(url: string, keys: Keys): Promise<Finding> {
  const pool = createPool(url, 1)
  try {
    const ctx = { db: databaseOn(pool), keys }
    // First, because what is kept opens what was sealed under it.
    const former = await countFormerSecrets(ctx)
    const { fresh, older, unreadable } = await countSealed(ctx)
    const push = await countSealedPushKeys(ctx)
    if (unreadable > 0) {
      return problem(
        "keys",
        `Two-step secrets that no AUTH_SECRET here opens: ${unreadable}`,
        "Put the AUTH_SECRET of that time into AUTH_SECRETS_OLD. If it is lost, their owners sign in with a recovery code, or `npm run kaksha -- reset-two-step --email …` lets them in",
      )
    }
    if (push.unreadable > 0) {
      return problem(
        "keys",
        "No AUTH_SECRET here opens the key for push messages",
        "Put the AUTH_SECRET of that time into AUTH_SECRETS_OLD. If it is lost, the next person who opens the notification settings gets a new key, and every device has to be switched on again",
      )
    }
    if (older + push.older > 0) {
      return warning(
        "keys",
        `Secrets sealed under an old AUTH_SECRET: ${older + push.older}`,
        "Start the product once more: it seals them under the new one",
      )
    }
    if (former.older > 0) {
      return warning(
        "keys",
        `Old AUTH_SECRETs that the database doesn't keep yet: ${former.older}`,
        "Start the product once more. Then printed cards and links that were sent go on without them",
      )
    }
    const ended = former.lost > 0 ? await countMadeBefore(pool, former.since) : null
    if (ended && ended.cards + ended.links > 0) {
      return warning(
        "keys",
        `An old AUTH_SECRET is neither here nor kept. What may have ended with it: cards of students ${ended.cards}, invitations and mailed links ${ended.links}`,
        "Put the AUTH_SECRET of that time into AUTH_SECRETS_OLD and start the product once. If it is lost, make and print these cards anew; links can be sent again",
      )
    }
    return fine("keys", `AUTH_SECRET opens every two-step secret (${fresh}) and the key for push messages`)
  } finally {
    await pool.end()
  }
}

/** Counts what is in force and was made before an instant, or at any time, and that only a secret verifies. */
async function countMadeBefore(
  pool: pg.Pool,
  before: Date | null,
): Promise<{ cards: number; links: number }> {
  const { rows } = await pool.query<{ cards: number; links: number }>(
    `select (select count(*)::int from student_cards
             where revoked_at is null and made_at < coalesce($1, now())) as cards,
            (select count(*)::int from guardian_invitations
             where accepted_at is null and withdrawn_at is null and expires_at > now()
               and invited_at < coalesce($1, now()))
            + (select count(*)::int from mail_requests
               where secret_hash is not null and expires_at > now()
                 and created_at < coalesce($1, now())) as links`,
    [before],
  )
  return rows[0] ?? { cards: 0, links: 0 }
}
