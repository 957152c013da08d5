import { Secret, TOTP } from "otpauth"
import { gateCodeFrom } from "#features/attendance/arrivals.ts"
import type { Ctx } from "#platform/context.ts"
import { MINUTE } from "#shared/time.ts"

/*
 * Codes of a centre's screen: RFC 6238 with a step of a minute and a secret of its own for each venue. The screen, the
 * server and the one who types are seldom in the same minute, so a minute on both sides is forgiven.
 */

type Keyed = Pick<Ctx, "keys">

const STEP_SECONDS = 60
const FORGIVEN_STEPS = 1

function totpOf({ keys }: Keyed, venue: string | null): TOTP {
  const proof = Buffer.from(keys.prove("centre code", venue ?? ""), "base64url")
  return new TOTP({
    secret: Secret.fromHex(proof.toString("hex")),
    algorithm: "SHA1",
    digits: 6,
    period: STEP_SECONDS,
  })
}

/** Returns the codes of the minutes from the present one, each with when its minute begins. */
export function centreCodesFrom(ctx: Keyed, venue: string | null, now: Date, minutes: number) {
  const totp = totpOf(ctx, venue)
  const first = Math.floor(now.getTime() / MINUTE) * MINUTE
  return Array.from({ length: minutes }, (_, at) => {
    const from = new Date(first + at * MINUTE)
    return { code: totp.generate({ timestamp: from.getTime() }), from }
  })
}

/** Whether a code is shown at a venue in this minute, the one before or the one after. */
export function isCentreCode(ctx: Keyed, venue: string | null, code: string, now: Date): boolean {
  const delta = totpOf(ctx, venue).validate({
    token: code,
    timestamp: now.getTime(),
    window: FORGIVEN_STEPS,
  })
  return delta !== null
}

/** Returns the code that a guardian shows at the gate on a day, YYYY-MM-DD. */
export function gateCodeOf({ keys }: Keyed, guardianId: string, day: string): string {
  return gateCodeFrom(Buffer.from(keys.prove("gate code", `${guardianId} ${day}`), "base64url"))
}

const CARD = "K1"

/** Returns what a card's QR code holds: its id and our proof that we made it. */
export function cardText({ keys }: Keyed, id: string): string {
  return `${CARD}.${id}.${keys.prove("student card", id)}`
}

/** Returns the id of a card of ours by its text; null for any other text. */
export function readCardText({ keys }: Keyed, text: string): string | null {
  const [mark, id, proof, ...rest] = text.trim().split(".")
  if (mark !== CARD || !id || !proof || rest.length > 0) return null
  return keys.isProof("student card", id, proof) ? id : null
}
