import { globSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseSync } from "@swc/core"
import { countAllEnglishOnly } from "./english-only.ts"

/**
 * Measures the sources and writes the table of ARCHITECTURE.md. `npm run check` runs it; `--seconds check=37` also
 * writes how long something took on a quiet machine, which stays until it is measured again.
 */

const PLAN = "ARCHITECTURE.md"
const BEGIN = "<!-- measures -->"
const END = "<!-- /measures -->"
export const FULLEST = 25
const ENGLISH_ONLY = "Texts that people read in English alone"

type Source = { path: string; text: string; lines: number }

function read(patterns: string[]): Source[] {
  return globSync(patterns)
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .map((path) => {
      const text = readFileSync(path, "utf8")
      return { path, text, lines: text.split("\n").length - 1 }
    })
}

const isTest = ({ path }: Source) => /\.test\.tsx?$/.test(path) || /^(tests|e2e)\//.test(path)

/** Returns the value below which a share of all values is; 0.5 is the median. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/** Source files of each folder, without tests, the fullest first. */
export function countFolders(paths: readonly string[]): [folder: string, files: number][] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}

type Span = { start: number; end: number }
type Node = { type?: string; span?: Span; body?: Node | null }

/** Lines of each function that has a body of statements. JSX counts: it is read as well. */
function functionLines({ path, text }: Source): number[] {
  // A statement at the very beginning, since the parser counts from the first one on.
  const code = `;${text}`
  const program = parseSync(code, { syntax: "typescript", tsx: path.endsWith(".tsx") })
  const bytes = Buffer.from(code)
  const offset = program.span.start
  const lengths: number[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return
    const node = value as Node
    const isFunction =
      /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ClassMethod|MethodProperty)$/
    if (node.type && isFunction.test(node.type)) {
      const span = node.span ?? (node as { function?: Node }).function?.span
      if (span)
        lengths.push(
          bytes
            .subarray(span.start - offset, span.end - offset)
            .toString()
            .split("\n").length,
        )
    }
    for (const part of Object.values(value)) visit(part)
  }
  visit(program.body)
  return lengths
}

/** Shares of public functions of services, rules and the base that say what they do. */
function countDocstrings(sources: readonly Source[]): { said: number; all: number } {
  const found = sources
    .filter(({ path }) => /^src\/(platform|features\/[^/]+\/(server\/|[a-z-]+\.ts))/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/(\*\/\n)?^export (?:async )?function/gm)])
  return { said: found.filter(([, doc]) => doc).length, all: found.length }
}

const SPECIFIER = /(?:from|import)\s*\(?\s*"([^"]+)"/g

/** What each file imports of the sources. */
function readImports(sources: readonly Source[]): Map<string, string[]> {
  const known = new Set(sources.map(({ path }) => path))
  const resolve = (path: string, specifier: string) =>
    specifier.startsWith("#") ? specifier.replace("#", "src/") : join(dirname(path), specifier)
  return new Map(
    sources.map(({ path, text }) => [
      path,
      [...text.matchAll(SPECIFIER)].map(([, name = ""]) => resolve(path, name)).filter((to) => known.has(to)),
    ]),
  )
}

/** Files on the way from each router to the nearest table behind each service it calls: router, service, table is 3. */
function countHops(sources: readonly Source[]): number[] {
  const imports = readImports(sources)
  const tables = new Set(sources.filter(({ text }) => /\bpgTable\(/.test(text)).map(({ path }) => path))
  const distance = (from: string): number => {
    const seen = new Set([from])
    let front = [from]
    for (let files = 1; front.length > 0; files += 1) {
      if (front.some((path) => tables.has(path))) return files
      front = front.flatMap((path) => imports.get(path) ?? []).filter((path) => !seen.has(path))
      for (const path of front) seen.add(path)
    }
    return 0
  }
  return sources
    .filter(({ path }) => /^src\/features\/[^/]+\/server\/([a-z-]+-)?router\.ts$/.test(path))
    .flatMap(({ path }) => imports.get(path) ?? [])
    .filter((path) => /^src\/features\/[^/]+\/server\//.test(path))
    .map((path) => 1 + distance(path))
    .filter((files) => files > 1)
}

type Row = [what: string, measured: string]

function measure(): Row[] {
  const all = read(["src/**/*.{ts,tsx}", "tests/**/*.ts", "e2e/**/*.ts"])
  const sources = all.filter((source) => !isTest(source))
  const sum = (some: readonly Source[]) => some.reduce((total, { lines }) => total + lines, 0)
  const files = sources.map(({ lines }) => lines)
  const functions = sources.flatMap(functionLines)
  const [fullest = ["none", 0]] = countFolders(sources.map(({ path }) => path))
  const doors = JSON.parse(readFileSync("src/features/doors.json", "utf8")) as Record<string, string[]>
  const cards = sources.filter(({ path }) => path.endsWith(".card.tsx")).length
  const rules = sources.filter(({ path }) => /^src\/features\/[^/]+\/[a-z-]+\.ts$/.test(path)).length
  const docs = countDocstrings(sources)
  const hops = countHops(sources)
  const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`
  return [
    ["Files from a router to a table", `${quantile(hops, 0.5)} (longest ${Math.max(...hops)})`],
    [
      "Lines of a file: half, 90 %, longest",
      `${quantile(files, 0.5)}, ${quantile(files, 0.9)}, ${Math.max(...files)}`,
    ],
    [
      "Lines of a function: half, 90 %, 99 %, longest",
      [0.5, 0.9, 0.99, 1].map((share) => quantile(functions, share)).join(", "),
    ],
    ["Fullest folder (at most 25 files)", `${fullest[1]}, \`${fullest[0]}\``],
    [
      "Files that other features may import",
      `${Object.values(doors).flat().length} of servers, ${cards} cards, ${rules} of rules`,
    ],
    ["Public functions with a docstring", `${percent(docs.said, docs.all)} of ${docs.all}`],
    ["Share of lines that are tests", percent(sum(all.filter(isTest)), sum(all))],
    [ENGLISH_ONLY, String(countAllEnglishOnly())],
  ]
}

const TIMES = ["check", "one feature", "everything"] as const

/** The table with what was measured now, and the seconds that were measured before or are given. */
function write(page: string, rows: Row[], given: ReadonlyMap<string, string>): string {
  const [before, rest] = page.split(BEGIN)
  const [old, after] = rest?.split(END) ?? []
  if (before === undefined || old === undefined || after === undefined)
    throw new Error(`${PLAN} has no place for the measures: ${BEGIN} … ${END}`)
  const times = TIMES.map((name): Row => {
    const kept = old.match(new RegExp(`^\\| Seconds for ${name} \\| (.*) \\|$`, "m"))?.[1]
    return [`Seconds for ${name}`, given.get(name) ?? kept ?? "not measured yet"]
  })
  const lines = [...rows, ...times].map(([what, measured]) => `| ${what} | ${measured} |`)
  return `${before}${BEGIN}\n| measure | today |\n|---|---|\n${lines.join("\n")}\n${END}${after}`
}

/** How many texts have been added in English alone since the table was written. */
export function countAddedInEnglish(): number {
  const [, most] = readFileSync(PLAN, "utf8").match(new RegExp(`${ENGLISH_ONLY} \\| (\\d+)`)) ?? []
  return most === undefined ? 0 : Math.max(0, countAllEnglishOnly() - Number(most))
}

/** Measures, and writes what is new; true where something is. */
export function writeMeasures(given: ReadonlyMap<string, string> = new Map()): boolean {
  const page = readFileSync(PLAN, "utf8")
  const written = write(page, measure(), given)
  if (written !== page) writeFileSync(PLAN, written)
  return written !== page
}

if (import.meta.main) {
  const [, ...pairs] = process.argv.slice(2)
  writeMeasures(new Map(pairs.map((pair) => pair.split("=") as [string, string])))
}
