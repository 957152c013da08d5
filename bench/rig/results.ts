import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { availableParallelism, loadavg, totalmem } from "node:os"
import { join } from "node:path"
import { describeBudget, type Figure, isMet } from "./figures.ts"
import { ROUND_MS, ROUNDS } from "./rounds.ts"
import { projectRoot } from "./world.ts"

/**
 * Where and when something was measured; `load` is the machine's load average before the run, or BENCH_LOAD where other
 * benchmarks ran first.
 */
export type Occasion = { date: string; cores: number; memory: string; node: string; load: number }

/** `pace`: what `measurePace` returned before it. */
type Result = Occasion & { pace?: number; figures: Figure[] }

const FOLDER = join(projectRoot, "bench/results")
const PAGE = join(projectRoot, "bench/results.md")
/** Work per core beside ours above which figures say little. */
const BUSY = 0.25
/** How many times as long as at its quickest a machine may take for the same work. */
const SLOW = 1.3

export function describeOccasion(): Occasion {
  const [now = 0] = loadavg()
  const load = Number(process.env.BENCH_LOAD ?? now)
  return {
    date: new Date().toISOString().slice(0, 10),
    cores: availableParallelism(),
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.versions.node,
    load: Math.round(load * 10) / 10,
  }
}

const fileOf = (name: string) => join(FOLDER, `${name}.json`)

/** Keeps what a benchmark measured in place of what it measured before. */
export function keepResult(name: string, result: Result): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(fileOf(name), `${JSON.stringify(result, null, 2)}\n`)
}

/** Writes the table of what each benchmark measured last. */
export function writeResults(names: string[]): void {
  const measured = names.filter((name) => existsSync(fileOf(name)))
  const results = measured.map((name) => JSON.parse(readFileSync(fileOf(name), "utf8")) as Result)
  const missing = names.filter((name) => !measured.includes(name))
  const quickest = Math.min(...results.map(({ pace = Number.POSITIVE_INFINITY }) => pace))
  const row = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
  const page = [
    "# Benchmark results",
    "",
    "Load, product, control, database and browser share one machine, over loopback. Each benchmark shows its last run: `npm run bench` runs all, `npm run bench -- join` one. A figure whose machine was busy with other work before the run is provisional, and so is one whose machine took much longer for a fixed piece of work than before another benchmark, as when others use the same host.",
    "",
    `Ratios are product / control, measured in turn in one run: ${ROUNDS} rounds of ${ROUND_MS / 1_000} s, median (lowest to highest). Budgets are in \`bench/budgets.json\`.`,
    "",
    row(["What", "Figure", "Budget", "Met", "How measured", "When"]),
    row(["---", "---", "---", "---", "---", "---"]),
    ...results.flatMap(({ figures, pace = quickest, ...occasion }) =>
      figures.map((figure) =>
        row([
          figure.what,
          figure.shown,
          describeBudget(figure.budget),
          isMet(figure) ? "yes" : "**no**",
          figure.method,
          describeWhen(occasion, pace / quickest),
        ]),
      ),
    ),
    ...(missing.length > 0 ? ["", `Not measured yet: ${missing.join(", ")}.`] : []),
    "",
  ]
  writeFileSync(PAGE, page.join("\n"))
}

function describeWhen({ date, cores, memory, node, load }: Occasion, slower: number): string {
  const where = `${date}, ${cores} cores, ${memory}, Node ${node}`
  if (load / cores > BUSY) return `${where}; provisional: load ${load.toFixed(1)} before`
  return slower > SLOW
    ? `${where}; provisional: the machine took ${slower.toFixed(1)} times as long for the same work`
    : where
}
