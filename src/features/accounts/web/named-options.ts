type Option = { value: string; label: string }

/** Returns options of the academy's lists, named in the page's language. */
export function namedBy(
  name: (value: string, label: string) => string,
  options: readonly Option[],
): Option[] {
  return options.map(({ value, label }) => ({ value, label: name(value, label) }))
}

/** Returns the list, with the person's own value if it was typed as free text at the sign-up portal. */
export function withOwn(options: readonly Option[], own: string | null): readonly Option[] {
  if (!own || options.some((option) => option.value === own)) return options
  return [{ value: own, label: own }, ...options]
}
