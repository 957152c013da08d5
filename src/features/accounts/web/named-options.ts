type Option = { value: string; label: string }

/** Returns options of the academy's lists, named in the page's language. */
export function namedBy(
  name: (value: string, label: string) => string,
  options: readonly Option[],
): Option[] {
  return options.map(({ value, label }) => ({ value, label: name(value, label) }))
}
