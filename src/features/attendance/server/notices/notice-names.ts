import { cutText, fitVariable } from "#features/notifications/rules.ts"

/** Short enough that the one-part text never has to shorten it, which would drop a child. */
const SIBLINGS_LENGTH = 24
/** A first name cut shorter than this is not recognisable. */
const SHORTEST_NAME = 3

type Named = { first_name: string; last_name: string }

/**
 * Returns the names of all children of one message as one value of the template: 'Asha Rao', 'Asha (also
 * Ravi)', worded to come before 'was'. Siblings usually share a surname, so they are listed by first names,
 * all cut alike if they are too long or too many.
 */
export function nameChildren(children: readonly [Named, ...Named[]]): string {
  const [first, ...others] = children
  if (others.length === 0) return fitVariable(`${first.first_name} ${first.last_name}`.trim())
  const longest = Math.max(...children.map((child) => child.first_name.length))
  for (let length = longest; length >= SHORTEST_NAME; length -= 1) {
    const [head = "", ...rest] = children.map((child) => cutText(child.first_name, length))
    const names = `${head} (also ${rest.join(", ")})`
    if (names.length <= SIBLINGS_LENGTH) return names
  }
  return `${cutText(first.first_name, SIBLINGS_LENGTH - 14)} and ${others.length} more`
}
