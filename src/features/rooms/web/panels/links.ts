const ADDRESS = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}']/g

/** Splits a text into parts; those with `href` are web addresses. */
export function splitLinks(body: string): { words: string; href?: string }[] {
  const parts: { words: string; href?: string }[] = []
  let from = 0
  for (const { 0: words, index } of body.matchAll(ADDRESS)) {
    if (index > from) parts.push({ words: body.slice(from, index) })
    parts.push({ words, href: words })
    from = index + words.length
  }
  if (from < body.length) parts.push({ words: body.slice(from) })
  return parts
}
