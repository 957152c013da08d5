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
/** Half of that for one network, so that one sender doesn't stop everybody else from signing in. */
const MOST_OF_NETWORK = MOST_WAITING / 2
const COME_BACK_SECONDS = 15

/**
 * Returns a function that runs `work` once one of `atOnce` slots is free, in the order of the calls. It throws
 * TOO_MANY_REQUESTS when `mostWaiting` wait already, or `mostOfOne` that came from the same place.
 */
export function queueOf(atOnce: number, mostWaiting: number, mostOfOne: number) {
  let running = 0
  const waiting: { from: string | undefined; next: () => void }[] = []
  const isFull = (from: string | undefined) =>
    waiting.length >= mostWaiting ||
    (from !== undefined && waiting.filter((one) => one.from === from).length >= mostOfOne)
  return async <T>(work: () => Promise<T>, from?: string): Promise<T> => {
    if (running >= atOnce) {
      if (isFull(from)) refuse("TOO_MANY_REQUESTS", { retry_after_seconds: COME_BACK_SECONDS })
      await new Promise<void>((next) => waiting.push({ from, next }))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next.next()
      else running -= 1
    }
  }
}

const inTurn = queueOf(AT_ONCE, MOST_WAITING, MOST_OF_NETWORK)

/** The library's scrypt, salted, in libuv's threads. `from` is the network that asks. */
export function hash(password: string, from?: string): Promise<string> {
  return inTurn(() => hashPassword(password), from)
}

/**
 * Returns a function that tells whether a password matches a hash, with its checks in this queue. Without a hash
 * it takes as long and returns false, so that unknown e-mails can't be told from known ones.
 */
export function matcherIn(queue: ReturnType<typeof queueOf>) {
  let nobodys: Promise<string> | null = null
  const hashOfNobody = () => {
    nobodys ??= queue(() => hashPassword("nobody has this password")).catch((error: unknown) => {
      // The queue may have been full, so the next call tries again.
      nobodys = null
      throw error
    })
    return nobodys
  }
  return async (password: string, stored: string | null, from?: string): Promise<boolean> => {
    const against = stored ?? (await hashOfNobody())
    const right = await queue(() => verifyPassword({ hash: against, password }), from)
    return right && stored !== null
  }
}

/** Whether the password matches the hash, for one from the network `from`. */
export const matches = matcherIn(inTurn)
