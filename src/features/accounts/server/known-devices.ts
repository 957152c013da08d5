import { timingSafeEqual } from "node:crypto"
import type { Ctx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, SECOND } from "#shared/time.ts"
import { ownCookie } from "./cookies.ts"

/** A phone may serve a whole family. */
const MOST_PEOPLE = 6
const KEEP_SECONDS = (400 * DAY) / SECOND

type Device = { id: string; proofs: string[] }

/** The cookie is `id.proof.proof…`, a proof for each person who signed in here; it opens nothing by itself. */
function readDevice(ctx: Ctx): Device | null {
  const [id, ...proofs] = ownCookie(ctx.env, "device").read(ctx.http).split(".")
  return id && proofs.length > 0 ? { id, proofs } : null
}

function proofOf(ctx: Ctx, id: string, email: string): string {
  return ctx.keys.prove("known device", `${id}\n${email}`).slice(0, 22)
}

function holds({ proofs }: Device, proof: string): boolean {
  return proofs.some(
    (one) => one.length === proof.length && timingSafeEqual(Buffer.from(one), Buffer.from(proof)),
  )
}

/** The id of this browser when the person of the e-mail signed in with it before, else null. */
export function knownDevice(ctx: Ctx, email: string): string | null {
  const device = readDevice(ctx)
  return device && holds(device, proofOf(ctx, device.id, email)) ? device.id : null
}

/** Remembers in this browser that the person signed in with it, so that others' guesses can't lock them out of it. */
export function rememberDevice(ctx: Ctx, email: string): void {
  const device = readDevice(ctx) ?? { id: newId(), proofs: [] }
  const proof = proofOf(ctx, device.id, email)
  const others = device.proofs.filter((one) => one !== proof).slice(0, MOST_PEOPLE - 1)
  ownCookie(ctx.env, "device").set(ctx.http, [device.id, proof, ...others].join("."), KEEP_SECONDS)
}
