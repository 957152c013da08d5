import { cutText, fitVariable } from "#features/notifications/rules.ts"

/** Short enough that the one-part text never has to shorten it, which would drop a child. */
const SIBLINGS_LENGTH = 24
/** A first name cut below this names nobody any more. */
const SHORTEST_NAME = 3

type Named = { first_name: string; last_name: string }

/**
 * The children of one message, all of them, as one value of the template: 'Asha Rao', 'Asha (also Ravi)'.
 * Worded to stand before 'was'. Children of one class and one parent share a surname as a rule, so siblings go by
 * first names, each cut alike where they are too long or too many.
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
