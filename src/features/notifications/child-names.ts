import { cutText, fitVariable } from "./rules.ts"

/** Short enough that the one-part text never has to shorten it, which would drop a child. */
const SIBLINGS_LENGTH = 24
/** As long as the value of a template's variable. */
const LIST_LENGTH = 30
/** A first name cut shorter than this is not recognisable. */
const SHORTEST_NAME = 3
const TAGS = { en: "en-IN", hi: "hi-IN" } as const

type Named = { first_name: string; last_name: string }
type Children = readonly [Named, ...Named[]]

/**
 * Returns the names of all children of one message as one value of the template: 'Asha Rao', 'Asha (also
 * Ravi)', worded to come before 'was'. Siblings usually share a surname, so they are listed by first names,
 * all cut alike if they are too long or too many.
 */
export function nameChildren(children: Children): string {
  const write = ([head = "", ...rest]: string[]) => `${head} (also ${rest.join(", ")})`
  return nameIn(children, write, SIBLINGS_LENGTH)
}

/** Returns the same to come before a colon: 'Asha Rao', 'Asha, Ravi'. */
export function listChildren(children: Children): string {
  return nameIn(children, (names) => names.join(", "), LIST_LENGTH)
}

function nameIn(children: Children, write: (names: string[]) => string, most: number): string {
  const [first, ...others] = children
  if (others.length === 0) return fitVariable(`${first.first_name} ${first.last_name}`.trim())
  const longest = Math.max(...children.map((child) => child.first_name.length))
  for (let length = longest; length >= SHORTEST_NAME; length -= 1) {
    const names = write(children.map((child) => cutText(child.first_name, length)))
    if (names.length <= most) return names
  }
  return `${cutText(first.first_name, SIBLINGS_LENGTH - 14)} and ${others.length} more`
}

/** Returns the first names of children as a reader says them: 'Asha and Ravi', 'Asha और Ravi'. */
export function sayChildren(children: readonly Pick<Named, "first_name">[], language: "en" | "hi"): string {
  return new Intl.ListFormat(TAGS[language]).format(children.map(({ first_name }) => first_name))
}
