import policies from "#content/policies.json" with { type: "json" }
import type { Brand } from "#shared/brand.ts"
import type { Language } from "#ui/language.ts"
import { readFrontMatter } from "../../front-matter.ts"
import { type Heading, renderMarkdown } from "../render-markdown.server.tsx"
import { fillPlaceholders } from "./policy-words.ts"

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

function valuesIn(brand: Brand, language: Language): object {
  const { welcomeKit } = policies
  const kit = language === "hi" ? { ...welcomeKit, ...welcomeKit.hi } : welcomeKit
  return { ...policies, welcomeKit: kit, brand }
}

/**
 * Returns a legal text with the policies' figures filled in, cached for each brand. Throws if there is no
 * such text.
 */
export function legalText(name: "terms" | "privacy", language: Language, brand: Brand): LegalText {
  const path = `/content/legal/${name}${language === "en" ? "" : `.${language}`}.md`
  const madeFor = JSON.stringify(brand)
  const known = texts.get(path)
  if (known?.madeFor === madeFor) return known
  const file = files[path]
  if (!file) throw new Error(`there is no legal text ${path}`)
  const { head, body } = readFrontMatter(fillPlaceholders(file, valuesIn(brand, language), language))
  const { title, description, updated } = head as Record<"title" | "description" | "updated", string>
  const text = { title, description, updated, ...renderMarkdown(body), madeFor }
  texts.set(path, text)
  return text
}
