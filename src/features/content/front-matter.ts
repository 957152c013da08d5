/**
 * Splits a Markdown file into its head and its body. The head stands between two `---` lines and holds
 * `key: value`, `key: [a, b]`, or a key followed by `- item` lines; quotes around a value are optional.
 */
export function readFrontMatter(file: string): { head: Record<string, string | string[]>; body: string } {
  const [, block, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(file) ?? []
  if (block === undefined || body === undefined) throw new Error("the file does not begin with front matter")
  const head: Record<string, string | string[]> = {}
  let list: string[] | null = null
  for (const line of block.split(/\r?\n/)) {
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1]
    const [, key, value] = /^(\w+):\s*(.*)$/.exec(line) ?? []
    if (item !== undefined && list) list.push(unquote(item))
    else if (key && value === "") head[key] = list = []
    else if (key && value !== undefined) head[key] = readValue(value)
    else if (line.trim())
      throw new Error(`the front matter has a line that is neither a value nor an item: ${line}`)
  }
  return { head, body: body.trim() }
}

function readValue(value: string): string | string[] {
  if (!/^\[.*\]$/.test(value)) return unquote(value)
  return value
    .slice(1, -1)
    .split(",")
    .map((item) => unquote(item.trim()))
    .filter(Boolean)
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(value.trim())?.[2]
  return quoted?.replaceAll('\\"', '"').replaceAll("''", "'") ?? value.trim()
}
