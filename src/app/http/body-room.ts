import { LARGER_AT_ONCE } from "./request-limits.ts"

type Pool = { most: number; ofOnePerson: number; taken: number; of: Map<string, number> }

const poolOf = (most: number): Pool => ({ most, ofOnePerson: most / 4, taken: 0, of: new Map() })

/** Strokes and marks of a class, which people wait for, don't compete with files. */
const small = poolOf(LARGER_AT_ONCE.smallBytes)
const large = poolOf(LARGER_AT_ONCE.bytes)

/** The memory that one larger body takes up. */
export type BodyRoom = {
  /** Takes as many bytes more. Returns the status to refuse with where there is no room for them. */
  take(bytes: number): 429 | 503 | null
  /** Gives everything back. */
  give(): void
}

/**
 * Opens a person's room for a body of at most `most` bytes. It grows as the body arrives: what was only announced may
 * never come, and would keep others out meanwhile.
 */
export function openRoom(personId: string, most: number): BodyRoom {
  const pool = most <= LARGER_AT_ONCE.smallUpTo ? small : large
  let taken = 0
  return {
    take(bytes) {
      const ofPerson = pool.of.get(personId) ?? 0
      if (ofPerson + bytes > pool.ofOnePerson) return 429
      if (pool.taken + bytes > pool.most) return 503
      taken += bytes
      pool.taken += bytes
      pool.of.set(personId, ofPerson + bytes)
      return null
    },
    give() {
      const left = (pool.of.get(personId) ?? 0) - taken
      pool.taken -= taken
      taken = 0
      if (left > 0) pool.of.set(personId, left)
      else pool.of.delete(personId)
    },
  }
}
