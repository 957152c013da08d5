import { timingSafeEqual } from "node:crypto"
import { eq, inArray } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, SECOND } from "#shared/time.ts"
import { guardians, user } from "../table.ts"
import { ownCookie } from "./cookies.ts"

/** A phone may be shared by a family, and a computer in a school's lab by many pupils. */
const MOST_PEOPLE = 12
const KEEP_SECONDS = (400 * DAY) / SECOND

type Device = { id: string; proofs: string[] }
/** A person, and since when marks of known devices count for them. */
type Owner = { user_id: string; access_since: Date | null }

/**
 * Reads the cookie `id.proof.proof…`, with one proof for each person who signed in here. It doesn't sign
 * anyone in.
 */
function readDevice(ctx: Ctx): Device | null {
  const [id, ...proofs] = ownCookie(ctx.env, "known").read(ctx.http).split(".")
  return id && proofs.length > 0 ? { id, proofs } : null
}

function proofOf(ctx: Ctx, id: string, { user_id, access_since }: Owner): string {
  const since = access_since?.getTime() ?? 0
  return ctx.keys.prove("known device", `${id}\n${user_id}\n${since}`).slice(0, 22)
}

function holds({ proofs }: Device, proof: string): boolean {
  return proofs.some(
    (one) => one.length === proof.length && timingSafeEqual(Buffer.from(one), Buffer.from(proof)),
  )
}

/** Whether this browser was signed in to the person's account before. */
export function isKnownDevice(ctx: Ctx, owner: Owner): boolean {
  const device = readDevice(ctx)
  return device !== null && holds(device, proofOf(ctx, device.id, owner))
}

/** Returns the id of this browser if that person signed in with it before, else null. Always one query. */
export async function knownDevice(
  ctx: Ctx,
  who: { email: string } | { user_id: string } | { guardian_phone: string },
): Promise<string | null> {
  const [owner] = await ctx.db
    .select(ownerColumns)
    .from(user)
    .where(
      "email" in who
        ? eq(user.email, who.email)
        : "user_id" in who
          ? eq(user.id, who.user_id)
          : inArray(
              user.id,
              ctx.db
                .select({ id: guardians.user_id })
                .from(guardians)
                .where(eq(guardians.phone, who.guardian_phone)),
            ),
    )
  return owner && isKnownDevice(ctx, owner) ? thisDevice(ctx) : null
}

/** Returns the id of this browser if anyone has signed in with it before, else null. */
export function thisDevice(ctx: Ctx): string | null {
  return readDevice(ctx)?.id ?? null
}

const ownerColumns = { user_id: user.id, access_since: user.accessSince }

/**
 * Marks this browser as one that the person signed in with, so that others' guesses can't block them here.
 */
export async function rememberDevice(ctx: Ctx, userId: string): Promise<void> {
  const [owner] = await ctx.db.select(ownerColumns).from(user).where(eq(user.id, userId))
  if (!owner) return
  const device = readDevice(ctx) ?? { id: newId(), proofs: [] }
  const proof = proofOf(ctx, device.id, owner)
  const others = device.proofs.filter((one) => one !== proof).slice(0, MOST_PEOPLE - 1)
  ownCookie(ctx.env, "known").set(ctx.http, [device.id, proof, ...others].join("."), KEEP_SECONDS)
}
