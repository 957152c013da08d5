import { writeFileSync } from "node:fs"
import { availableParallelism, loadavg, totalmem } from "node:os"
import { join } from "node:path"
import { catalogueApi } from "./catalogue-api.ts"
import { catalogueScale } from "./catalogue-scale.ts"
import { classEnd } from "./class-end.ts"
import { classSize } from "./class-size.ts"
import { classesScale } from "./classes-scale.ts"
import { contentPages } from "./content-pages.ts"
import { enrolment } from "./enrolment.ts"
import { join as joinClass } from "./join.ts"
import { lighthouse } from "./lighthouse.ts"
import { recordings } from "./recordings.ts"
import { type Benchmark, describeBudget, type Figure, isMet } from "./rig/figures.ts"
import { ROUND_MS, ROUNDS } from "./rig/rounds.ts"
import { createWorld, projectRoot, type World } from "./rig/world.ts"
import { scriptBytes } from "./script-bytes.ts"
import { signInLoad } from "./sign-in-load.ts"
import { signedInHtml } from "./signed-in-html.ts"

/**
 * Measures the product against its budgets. All benchmarks, or those named as arguments; only a run of all writes
 * bench/results.md. Ends with 1 when something could not be measured; a missed budget is a finding, not a failure.
 */

const benchmarks = [
  contentPages,
  signedInHtml,
  catalogueApi,
  catalogueScale,
  classesScale,
  signInLoad,
  enrolment,
  classEnd,
  joinClass,
  classSize,
  recordings,
  scriptBytes,
  lighthouse,
]
const RESULTS = join(projectRoot, "bench/results.md")
/** Work per core beside ours above which figures say little. */
const BUSY = 0.25

type Machine = { cores: number; memory: string; load: number }

function describeMachine(): Machine {
  const [load = 0] = loadavg()
  return { cores: availableParallelism(), memory: `${Math.round(totalmem() / 2 ** 30)} GiB`, load }
}

function renderResults(figures: Figure[], failures: string[], { cores, memory, load }: Machine): string {
  const row = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
  const busy = load / cores > BUSY
  return [
    "# Benchmark results",
    "",
    `${new Date().toISOString().slice(0, 10)}, ${cores} cores, ${memory} of memory, Node ${process.versions.node}; load, product, control, database and browser on the same machine, over loopback. Load average before the run: ${load.toFixed(1)}${busy ? ". The machine was busy with other work: these figures are provisional" : ""}.`,
    "",
    `Ratios are product / control, measured in turn in one run: ${ROUNDS} rounds of ${ROUND_MS / 1_000} s, median (lowest to highest). Budgets are in \`bench/budgets.json\`; \`npm run bench\` writes this page.`,
    "",
    row(["What", "Figure", "Budget", "Met", "How measured"]),
    row(["---", "---", "---", "---", "---"]),
    ...figures.map((figure) =>
      row([
        figure.what,
        figure.shown,
        describeBudget(figure.budget),
        isMet(figure) ? "yes" : "**no**",
        figure.method,
      ]),
    ),
    ...(failures.length > 0 ? ["", "Not measured:", "", ...failures.map((failure) => `- ${failure}`)] : []),
    "",
  ].join("\n")
}

function chooseBenchmarks(names: string[]) {
  const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name))
  if (unknown.length > 0) {
    console.error(
      `There is no benchmark ${unknown.join(", ")}. There are: ${benchmarks.map(({ name }) => name).join(", ")}`,
    )
    process.exit(2)
  }
  return names.length > 0 ? benchmarks.filter(({ name }) => names.includes(name)) : benchmarks
}

async function main(): Promise<void> {
  const names = process.argv.slice(2)
  const chosen = chooseBenchmarks(names)
  const machine = describeMachine()
  const world = createWorld()
  let stopping = false
  const end = async (code: number) => {
    if (stopping) return
    stopping = true
    await world.close()
    process.exit(code)
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      console.error(`\n${signal}: stopping`)
      void end(130)
    })
  }

  console.log("Bringing the product up")
  const isUp = await world.product().then(
    () => true,
    (error: Error) => void (stopping || console.error(error.message)),
  )
  if (!isUp) return end(1)
  const { figures, failures } = await measureAll(world, chosen, () => stopping)
  if (stopping) return
  if (names.length === 0) {
    writeFileSync(RESULTS, renderResults(figures, failures, machine))
    console.log("Written to bench/results.md")
  }
  await end(failures.length > 0 ? 1 : 0)
}

/** Runs one benchmark after the other; what could not be measured is told, and the others go on. */
async function measureAll(world: World, chosen: Benchmark[], isStopping: () => boolean) {
  const figures: Figure[] = []
  const failures: string[] = []
  for (const benchmark of chosen) {
    console.log(`${benchmark.name} …`)
    try {
      const measured = await benchmark.run(world)
      figures.push(...measured)
      for (const figure of measured) {
        const verdict = isMet(figure) ? "met" : "MISSED"
        console.log(`  ${figure.what}: ${figure.shown}, ${describeBudget(figure.budget)}: ${verdict}`)
        console.log(`    ${figure.method}`)
      }
    } catch (error) {
      if (isStopping()) break
      const { message, stack } = error as Error
      failures.push(`${benchmark.name}: ${message.split("\n")[0]}`)
      console.error(`  not measured: ${stack}`)
    }
  }
  return { figures, failures }
}

await main()
