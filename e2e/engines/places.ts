/** Where to find things on a page: XPath, which every driver understands. */

const quoted = (words: string) => `"${words}"`
const named = (name: string) => `[normalize-space(.)=${quoted(name)} or @aria-label=${quoted(name)}]`

export const button = (name: string) => `//button${named(name)}`
export const link = (name: string) => `//a${named(name)}`
export const heading = (name: string) => `//*[self::h1 or self::h2 or self::h3]${named(name)}`

/** A form's field by the start of its label, which is beside or around it. */
export const field = (label: string) => {
  const ofLabel = `label[starts-with(normalize-space(.), ${quoted(label)})]`
  return `//*[self::input or self::textarea or self::select][@aria-label=${quoted(label)} or @id=//${ofLabel}/@for or ancestor::${ofLabel}]`
}

/** An element with these words in its own text. */
export const text = (words: string) =>
  `//*[not(self::script or self::style or self::noscript)][text()[contains(normalize-space(.), ${quoted(words)})]]`

/** An element by an attribute, with a given value or with any. */
export const marked = (attribute: string, value?: string) =>
  `//*[@${attribute}${value === undefined ? "" : `=${quoted(value)}`}]`
