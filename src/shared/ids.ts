import { v7 } from "uuid"

/** A new time-ordered id (UUID version 7), so that indexes grow at their right edge. */
export function newId(): string {
  return v7()
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a string from outside, such as a URL parameter, can be an id at all. */
export function isId(value: string | null | undefined): value is string {
  return value != null && UUID.test(value)
}
