import { MINUTE, SECOND } from "#shared/time.ts"

/** Codes by when they begin, and how far the server's clock was ahead of the device's. Instants in ms. */
export type KnownCodes = { offsetMs: number; codes: readonly { code: string; from: number }[] }
export type ShownCode = { code: string | null; secondsLeft: number }

type Instant = Date | string
type Sent = { now: Instant; codes: readonly { code: string; from: Instant }[] }

/** Returns codes as the server sent them just now. */
export function keepCodes({ now, codes }: Sent): KnownCodes {
  return {
    offsetMs: new Date(now).getTime() - Date.now(),
    codes: codes.map(({ code, from }) => ({ code, from: new Date(from).getTime() })),
  }
}

/** Returns the code of the minute by the server's clock, and for how many seconds it is shown. */
export function codeAt({ offsetMs, codes }: KnownCodes, deviceNow: number): ShownCode {
  const now = deviceNow + offsetMs
  const one = codes.find(({ from }) => from <= now && now < from + MINUTE)
  return one
    ? { code: one.code, secondsLeft: Math.ceil((one.from + MINUTE - now) / SECOND) }
    : { code: null, secondsLeft: 0 }
}
