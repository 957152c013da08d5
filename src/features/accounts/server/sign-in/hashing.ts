import { availableParallelism } from "node:os"
import { hashPassword, verifyPassword } from "better-auth/crypto"
import { refuse } from "#platform/errors.ts"

/**
 * How many passwords are hashed concurrently. Each takes a tenth of a second of one core. It is half of the
 * cores, and never all of libuv's four threads, which files and name look-ups need too.
 */
const AT_ONCE = Math.max(1, Math.min(3, Math.floor(availableParallelism() / 2)))
/** The most that may wait, half a minute's work of one core. Further requests are refused. */
const MOST_WAITING = 300
const COME_BACK_SECONDS = 15

/**
 * Returns a function that runs `work` once one of `atOnce` slots is free, in the order of the calls. It throws
 * TOO_MANY_REQUESTS when `mostWaiting` wait already.
 */
export function queueOf(atOnce: number, mostWaiting: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting)
        refuse("TOO_MANY_REQUESTS", { retry_after_seconds: COME_BACK_SECONDS })
      await new Promise<void>((next) => waiting.push(next))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

const inTurn = queueOf(AT_ONCE, MOST_WAITING)

/** The library's scrypt, salted, in libuv's threads. */
export function hash(password: string): Promise<string> {
  return inTurn(() => hashPassword(password))
}

let nobodys: Promise<string> | null = null

/** Whether the password matches the hash. Without a hash it takes as long and returns false. */
export async function matches(password: string, stored: string | null): Promise<boolean> {
  if (stored === null) nobodys ??= hash("nobody has this password")
  const against = stored ?? (await nobodys) ?? ""
  const right = await inTurn(() => verifyPassword({ hash: against, password }))
  return right && stored !== null
}
