import { parse } from "yaml"

type Head = Record<string, string | string[]>

/**
 * Splits a Markdown file into its head and its body. The head is YAML between two `---` lines: texts and
 * lists of texts by name; dates, numbers and `true` are kept as text. Throws without such a head.
 */
export function readFrontMatter(file: string): { head: Head; body: string } {
  const [, block, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(file) ?? []
  if (block === undefined || body === undefined) throw new Error("the file does not begin with front matter")
  const head: unknown = parse(block, { schema: "failsafe" })
  if (!isHead(head)) throw new Error(`the front matter is no list of names with texts: ${block}`)
  return { head, body: body.trim() }
}

function isHead(value: unknown): value is Head {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  return Object.values(value)
    .flat()
    .every((text) => typeof text === "string")
}
