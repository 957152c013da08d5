import policies from "#content/policies.json" with { type: "json" }
import { brand } from "#shared/brand.ts"
import type { Language } from "#ui/language.ts"
import { readFrontMatter } from "../front-matter.ts"
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
const texts = new Map<string, LegalText & { madeFor: string }>()

function valuesIn(language: Language): object {
  const { welcomeKit } = policies
  const kit = language === "hi" ? { ...welcomeKit, ...welcomeKit.hi } : welcomeKit
  return { ...policies, welcomeKit: kit, brand }
}

/** A legal text with the figures of the policies filled in; made once for each brand. Throws where there is no such text. */
export function legalText(name: "terms" | "privacy", language: Language): LegalText {
  const path = `/content/legal/${name}${language === "en" ? "" : `.${language}`}.md`
  const madeFor = JSON.stringify(brand)
  const known = texts.get(path)
  if (known?.madeFor === madeFor) return known
  const file = files[path]
  if (!file) throw new Error(`there is no legal text ${path}`)
  const { head, body } = readFrontMatter(fillPlaceholders(file, valuesIn(language), language))
  const { title, description, updated } = head as Record<"title" | "description" | "updated", string>
  const text = { title, description, updated, ...renderMarkdown(body), madeFor }
  texts.set(path, text)
  return text
}
