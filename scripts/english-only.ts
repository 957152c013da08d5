import { globSync, readFileSync } from "node:fs"
import { basename, dirname } from "node:path"
import { parseSync } from "@swc/core"
import { SERVICES } from "../src/contract/programs/program-lists.ts"
import { sentenceHi } from "../src/ui/messages/fields.hi.ts"

/**
 * Counts what people read in English whatever language they chose: texts in screens, and modules of texts without
 * Hindi. `node scripts/english-only.ts` lists the files, the fullest first.
 */

const SCREENS = ["src/ui/**/*.{ts,tsx}", "src/app/pages/**/*.{ts,tsx}", "src/features/*/web/**/*.{ts,tsx}"]
const TEXTS = /\.texts?(\.hi)?\.ts$|\/messages\/(\w+\.)?en\.ts$/
const HINDI = /[\u0900-\u097f]/
/** Attributes and properties whose value is read by people. */
const READ =
  /^(aria-label|alt|caption|description|empty|header|heading|hint|label|lead|meta|metaTitle|note|placeholder|summary|text|title)$/
/** At least two words, the first of which begins with a capital: class names, addresses and codes don't. */
const SENTENCE = /^["'“]?[A-Z][\w'’]*[,:]? [^<>{}]*[a-z]/
const WORD = /[A-Za-z]{2}/
/** Names are the same in every language. */
const NAMES = /^(Kaksha|Google|Google Meet|LiveKit|SMS|CSV|PDF|XP|UPI|OTP|Razorpay|MSG91|Twilio|WhatsApp)$/

/** Addresses, and codes such as "sign-in". */
const CODE = /^\/[\w./-]*$|^[a-z\d]+(-[a-z\d]+)+$/
/** Read by machines alone. */
const FOR_MACHINES = /site\/robots\.page\.tsx$/

type Node = { type?: string } & Record<string, unknown>
type File = { path: string; text: string }

const isRead = (value: unknown): value is string =>
  typeof value === "string" && WORD.test(value) && !NAMES.test(value.trim()) && !CODE.test(value.trim())

/** Whether a text is a sentence of its own. Stored values are not, nor errors of fields with Hindi in `fields.hi.ts`. */
const isSentence = (text: string) =>
  SENTENCE.test(text) && sentenceHi(text) === undefined && !SERVICES.some((service) => service === text)

/** The name of an attribute or a property. */
const nameOf = (node: Node): string => {
  const key = (node.name ?? node.key) as { value?: unknown } | undefined
  return typeof key?.value === "string" ? key.value : ""
}

/** Texts of a syntax tree. In a module of texts that is every string, elsewhere what is shown for certain. */
function countTexts(value: unknown, every: boolean, shown = every): number {
  if (Array.isArray(value)) return value.reduce((sum, part) => sum + countTexts(part, every, shown), 0)
  if (typeof value !== "object" || value === null) return 0
  const node = value as Node
  if (/^(Import|ExportAll|Ts(?!As|Const|Satisfies|NonNull))/.test(node.type ?? "")) return 0
  if (node.type === "JSXText") return isRead(node.value) ? 1 : 0
  // A module that is imported when it is needed: its path is not read.
  if (node.type === "CallExpression" && (node.callee as Node).type === "Import") return 0
  if (node.type === "StringLiteral") return isRead(node.value) && (shown || isSentence(node.value)) ? 1 : 0
  if (node.type === "TemplateLiteral") {
    const said = (node.quasis as { cooked?: string }[]).map(({ cooked }) => cooked).join("…")
    return isRead(said) && (every || SENTENCE.test(said)) ? 1 : 0
  }
  if (node.type === "JSXAttribute") return countTexts(node.value, every, READ.test(nameOf(node)))
  if (node.type === "KeyValueProperty") return countTexts(node.value, every, every || READ.test(nameOf(node)))
  return Object.values(node).reduce<number>((sum, part) => sum + countTexts(part, every, every), 0)
}

/** Whether a module of texts has its Hindi in a file beside it that names it. */
function isTranslated({ path }: File, hindi: readonly File[]): boolean {
  const name = basename(path, ".ts")
  return hindi.some(
    (other) =>
      other.path === path.replace(/\.ts$/, ".hi.ts") ||
      (dirname(other.path) === dirname(path) && other.text.includes(`./${name}.ts"`)),
  )
}

/** How many texts of the file people read in English alone, given all files of screens. */
export function countEnglishOnly(file: File, files: readonly File[]): number {
  const hindi = files.filter(({ text }) => HINDI.test(text))
  if (HINDI.test(file.text) || FOR_MACHINES.test(file.path) || isTranslated(file, hindi)) return 0
  const { body } = parseSync(file.text, { syntax: "typescript", tsx: file.path.endsWith(".tsx") })
  return countTexts(body, TEXTS.test(file.path))
}

/** Files with texts in English alone and how many each has, the fullest first. */
export function findEnglishOnly(): [path: string, texts: number][] {
  const files = globSync(SCREENS)
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !/\.test\.tsx?$|\/test-[\w-]+\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }))
  return files
    .map((file): [string, number] => [file.path, countEnglishOnly(file, files)])
    .filter(([, texts]) => texts > 0)
    .sort(([, a], [, b]) => b - a)
}

export const countAllEnglishOnly = (): number =>
  findEnglishOnly().reduce((total, [, texts]) => total + texts, 0)

if (import.meta.main) {
  const found = findEnglishOnly()
  for (const [path, texts] of found) console.log(`${String(texts).padStart(4)} ${path}`)
}
