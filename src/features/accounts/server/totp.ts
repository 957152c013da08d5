import { createHmac, randomBytes } from "node:crypto"
import { SECOND } from "#shared/time.ts"

/*
 * Codes of authenticator apps: RFC 6238 with the parameters every app knows (SHA-1, 30 s, 6 digits), because some
 * apps ignore others. The secret's 160 bits are what RFC 4226 recommends.
 */

const STEP_MS = 30 * SECOND
const SECRET_BYTES = 20
/** Clocks may differ by one step either way. */
const DRIFT_STEPS = [0, -1, 1]
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** A new secret in base32, as people type it. */
export function newTotpSecret(): string {
  return randomBase32(SECRET_BYTES)
}

/** Random bytes, a multiple of five, in the letters and digits of base32. */
export function randomBase32(bytes: number): string {
  let bits = ""
  for (const byte of randomBytes(bytes)) bits += byte.toString(2).padStart(8, "0")
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join("")
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}

/** The code that an app shows at an instant. */
export function totpCode(secret: string, at: Date): string {
  return codeAt(secret, Math.floor(at.getTime() / STEP_MS))
}

/** The step that a code belongs to, one step around `at` and newer than `after`; null where it fits none. */
export function totpStep(secret: string, code: string, at: Date, after: number): number | null {
  const now = Math.floor(at.getTime() / STEP_MS)
  const fitting = DRIFT_STEPS.map((drift) => now + drift).filter((step) => codeAt(secret, step) === code)
  return fitting.find((step) => step > after) ?? null
}

/** What the QR code holds. */
export function totpUrl(issuer: string, person: string, secret: string): string {
  const parameters = new URLSearchParams({ secret, issuer, algorithm: "SHA1", digits: "6", period: "30" })
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(person)}?${parameters}`
}
