import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { delimiter, join, relative } from "node:path"
import { ensureBuild } from "../src/app/build.ts"
import { findChromium } from "./chromium.ts"
import { FAULT_ROWS, type FaultRow, LONG, type Measure, USUAL } from "./fault-rows.ts"

/**
 * What happens when things break: `npm run test:faults`, which proves row by row and prints what passed.
 * `--long` tries more of everything; numbers name rows to prove alone, such as `npm run test:faults -- 2 9`.
 */

const projectRoot = process.cwd()
const results = join(projectRoot, "node_modules/.cache/kaksha/faults")
const args = process.argv.slice(2)
const numbers = args.filter((arg) => /^\d+$/.test(arg)).map(Number)
const strange = args.filter((arg) => arg !== "--long" && !numbers.includes(Number(arg)))
if (strange.length > 0 || numbers.some((number) => !FAULT_ROWS[number - 1])) {
  console.error(`npm run test:faults -- [--long] [rows]; rows are numbers from 1 to ${FAULT_ROWS.length}:`)
  for (const [index, { what }] of FAULT_ROWS.entries()) console.error(`  ${index + 1}  ${what}`)
  process.exit(2)
}
const measure = measureOf(args.includes("--long") ? LONG : USUAL)

/** Each number can be set in the environment, for a slower machine or a more thorough run. */
function measureOf(usual: Measure): Measure {
  const { FAULT_SEEDS, FAULT_KILLS, FAULT_RACES, FAULT_SUBSCRIBERS } = process.env
  return {
    seeds: Number(FAULT_SEEDS ?? usual.seeds),
    kills: Number(FAULT_KILLS ?? usual.kills),
    races: Number(FAULT_RACES ?? usual.races),
    subscribers: Number(FAULT_SUBSCRIBERS ?? usual.subscribers),
  }
}

type Outcome = { file: string; title: string; passed: boolean }

function run(command: string, commandArgs: string[], env: NodeJS.ProcessEnv = {}): boolean {
  const { status } = spawnSync(command, commandArgs, { stdio: "inherit", env: { ...process.env, ...env } })
  return status === 0
}

const isInstalled = (command: string) =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, command)))

/** Everything before a title's own words may be there as well; its signs mean themselves. */
const patternOf = (tests: FaultRow["tests"]) =>
  tests.map(([, title]) => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")
const filesOf = (tests: FaultRow["tests"]) => [...new Set(tests.map(([file]) => file))]

function readReport<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T
  } catch {
    return null
  }
}

function runServices(tests: FaultRow["tests"]): Outcome[] {
  const report = join(results, "services.json")
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
  const limits = ["--maxWorkers=1", "--testTimeout=600000"]
  run(
    "node_modules/.bin/vitest",
    ["run", ...filesOf(tests), "-t", patternOf(tests), ...limits, ...reporters],
    {
      FAULTS: "1",
      FAULT_SEEDS: String(measure.seeds),
      FAULT_KILLS: String(measure.kills),
      FAULT_RACES: String(measure.races),
    },
  )
  type Report = {
    testResults: { name: string; assertionResults: { title: string; status: string }[] }[]
  }
  return (readReport<Report>(report)?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({
      file: relative(projectRoot, name),
      title,
      passed: status === "passed",
    })),
  )
}

type Suite = { file: string; specs: { title: string; ok: boolean }[]; suites?: Suite[] }

function runJourneys(tests: FaultRow["tests"]): Outcome[] {
  const report = join(results, "journeys.json")
  run(
    "node_modules/.bin/playwright",
    ["test", ...filesOf(tests), "--workers=1", "--reporter=list,json", "-g", patternOf(tests)],
    { FAULTS: "1", PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
  const flat = (suites: Suite[]): Outcome[] =>
    suites.flatMap(({ file, specs, suites: inner = [] }) => [
      ...specs.map(({ title, ok }) => ({ file: `e2e/${file}`, title, passed: ok })),
      ...flat(inner),
    ])
  return flat(readReport<{ suites: Suite[] }>(report)?.suites ?? [])
}

/** Returns the failures of a row, and what of it was not tried. */
function failuresOf(row: FaultRow, outcomes: Outcome[], programs: Map<FaultRow, boolean>): string[] {
  const failed = row.tests.filter(([file, title]) => {
    const proofs = outcomes.filter((outcome) => outcome.file === file && outcome.title.includes(title))
    return proofs.length === 0 || proofs.some(({ passed }) => !passed)
  })
  const program = programs.get(row) === false ? [row.program?.(measure).join(" ") ?? ""] : []
  return [...failed.map(([file, title]) => `${file}: ${title}`), ...program]
}

function printTable(rows: FaultRow[], outcomes: Outcome[], programs: Map<FaultRow, boolean>): boolean {
  let held = true
  console.log("")
  for (const row of rows) {
    const failures = failuresOf(row, outcomes, programs)
    if (failures.length > 0) held = false
    const number = String(FAULT_ROWS.indexOf(row) + 1).padStart(2)
    console.log(`${number}  ${failures.length === 0 ? "held    " : "NOT HELD"}  ${row.what}`)
    console.log(`    tried     ${row.tried(measure)}`)
    console.log(`    promised  ${row.holds}`)
    if (row.played) console.log(`    played    ${row.played}`)
    for (const failure of failures) console.log(`    failed    ${failure}`)
  }
  return held
}

const began = Date.now()
const rows = numbers.length > 0 ? numbers.flatMap((number) => FAULT_ROWS[number - 1] ?? []) : FAULT_ROWS
const missing = rows.flatMap(({ needs = [], what }) =>
  needs.filter((command) => !isInstalled(command)).map((command) => `Install ${command}, to prove: ${what}`),
)
if (missing.length > 0) {
  for (const line of missing) console.error(line)
  process.exit(2)
}
// For the journeys and for programs that open a browser.
process.env.CHROMIUM_PATH = await findChromium()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
await ensureBuild(projectRoot, console.log)
const tests = rows.flatMap((row) => row.tests)
const journeys = tests.filter(([file]) => file.startsWith("e2e/"))
const services = tests.filter((one) => !journeys.includes(one))
const outcomes = services.length > 0 ? runServices(services) : []
if (journeys.length > 0) outcomes.push(...runJourneys(journeys))
const programs = new Map(
  rows.flatMap((row) => (row.program ? [[row, run(process.execPath, row.program(measure))] as const] : [])),
)
const held = printTable(rows, outcomes, programs)
console.log(
  `\n${held ? "Everything held" : "Not everything held"}, in ${Math.round((Date.now() - began) / 60_000)} minutes`,
)
process.exitCode = held ? 0 : 1
