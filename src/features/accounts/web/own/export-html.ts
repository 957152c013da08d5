import { LANGUAGE_TAGS, type Language } from "#ui/language.ts"
import { accountTexts } from "./account.texts.ts"

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}

function sayValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–"
  if (value instanceof Date) return value.toISOString()
  return escapeHtml(typeof value === "object" ? JSON.stringify(value) : String(value))
}

const sayName = (name: string) => escapeHtml(name.replaceAll("_", " "))

function sayRow(row: object): string {
  const lines = Object.entries(row).map(
    ([name, value]) => `<dt>${sayName(name)}</dt><dd>${sayValue(value)}</dd>`,
  )
  return `<dl>${lines.join("")}</dl>`
}

function sayTable(name: string, rows: unknown): string {
  const list = Array.isArray(rows) ? rows : [rows]
  if (list.length === 0) return ""
  return `<h3>${sayName(name)} (${list.length})</h3>${list.map((row) => sayRow(row as object)).join("")}`
}

/**
 * Returns an export as one page to print and keep, feature by feature, without scripts or external resources.
 */
export function exportAsHtml(parts: Record<string, unknown>, day: string, language: Language): string {
  const text = accountTexts[language].data
  const sections = Object.entries(parts).map(([feature, tables]) => {
    const said = Object.entries(tables as object).map(([name, rows]) => sayTable(name, rows))
    const body = said.join("") || `<p>${text.nothing}</p>`
    return `<section><h2>${sayName(feature)}</h2>${body}</section>`
  })
  return `<!doctype html><html lang="${LANGUAGE_TAGS[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.pageTitle(day)}</title><link rel="stylesheet" href="/images/reference.css"></head>
<body><main><h1>${text.title}</h1><p>${text.pageText(day)}</p>${sections.join("\n")}</main></body></html>`
}
