import brand from "#content/brand.json" with { type: "json" }
import policies from "#content/policies.json" with { type: "json" }
import { readFrontMatter } from "./front-matter.ts"
import { fillPlaceholders } from "./policy-words.ts"
import { type Heading, renderMarkdown } from "./render-markdown.server.tsx"

export type LegalText = {
  title: string
  description: string
  /** The day of the last revision, YYYY-MM-DD. */
  updated: string
  html: string
  headings: Heading[]
}

const files = import.meta.glob<string>("/content/legal/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
})
const texts = new Map<string, LegalText>()

/** A legal text with the figures of the policies filled in; made once. Throws where there is no such text. */
export function legalText(name: "terms" | "privacy"): LegalText {
  const known = texts.get(name)
  if (known) return known
  const file = files[`/content/legal/${name}.md`]
  if (!file) throw new Error(`there is no legal text ${name}`)
  const { head, body } = readFrontMatter(fillPlaceholders(file, { ...policies, brand }))
  const { title, description, updated } = head as Record<"title" | "description" | "updated", string>
  const text = { title, description, updated, ...renderMarkdown(body) }
  texts.set(name, text)
  return text
}
