import { Secret, TOTP } from "otpauth"

/*
 * Codes of authenticator apps: RFC 6238 with the parameters that every app supports (SHA-1, 30 s, 6 digits),
 * because some apps ignore others. The secret has 160 bits, as RFC 4226 recommends.
 */

const SECRET_BYTES = 20
const PARAMETERS = { algorithm: "SHA1", digits: 6, period: 30 }
/** Clocks may differ by one step either way. */
const DRIFT_STEPS = 1

/** A new secret in base32, as people type it. */
export function newTotpSecret(): string {
  return randomBase32(SECRET_BYTES)
}

/** Returns random bytes, a multiple of five, in base32. */
export function randomBase32(bytes: number): string {
  return new Secret({ size: bytes }).base32
}

/** Returns the code that an app shows at an instant. */
export function totpCode(secret: string, at: Date): string {
  return new TOTP({ ...PARAMETERS, secret }).generate({ timestamp: at.getTime() })
}

/**
 * Returns the time step of a code, at most one step from `at` and newer than `after`, or null if none
 * matches.
 */
export function totpStep(secret: string, code: string, at: Date, after: number): number | null {
  const totp = new TOTP({ ...PARAMETERS, secret })
  const timestamp = at.getTime()
  const drift = totp.validate({ token: code, timestamp, window: DRIFT_STEPS })
  if (drift === null) return null
  const step = totp.counter({ timestamp }) + drift
  return step > after ? step : null
}

/** Returns the address that the QR code contains. */
export function totpUrl(issuer: string, person: string, secret: string): string {
  return new TOTP({ ...PARAMETERS, issuer, label: person, secret }).toString()
}
