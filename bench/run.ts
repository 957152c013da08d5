import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { anonymousRequest } from "./anonymous-request.ts"
import { buying } from "./buying.ts"
import { catalogueApi } from "./catalogue-api.ts"
import { catalogueNeighbours } from "./catalogue-neighbours.ts"
import { catalogueScale } from "./catalogue-scale.ts"
import { classEnd } from "./class-end.ts"
import { classSize } from "./class-size.ts"
import { classesScale } from "./classes-scale.ts"
import { contentPages } from "./content-pages.ts"
import { drawingTogether } from "./drawing-together.ts"
import { enrolment } from "./enrolment.ts"
import { eventStreams } from "./event-streams.ts"
import { hallStart } from "./hall-start.ts"
import { join as joinClass } from "./join.ts"
import { lesson } from "./lesson.ts"
import { lighthouse } from "./lighthouse.ts"
import { model } from "./model.ts"
import { poorConnection } from "./poor-connection.ts"
import { recordings } from "./recordings.ts"
import { type Benchmark, describeBudget, type Figure, isMet } from "./rig/figures.ts"
import { measurePace } from "./rig/pace.ts"
import { describeOccasion, keepResult, writeResults } from "./rig/results.ts"
import { createWorld } from "./rig/world.ts"
import { rushHour } from "./rush.ts"
import { scriptBytes } from "./script-bytes.ts"
import { signInLoad } from "./sign-in-load.ts"
import { signedInHtml } from "./signed-in-html.ts"
import { watchingRooms } from "./watching-rooms.ts"
import { whiteboardOpen } from "./whiteboard-open.ts"
import { year } from "./year.ts"

/**
 * Measures the product against its budgets. All benchmarks, or those named as arguments; bench/results.md
 * shows the last run of each. Several run one after the other, each in a process of its own, so that none measures what
 * another left behind. Ends with 1 when something could not be measured; a missed budget is a finding, not a failure.
 */

const benchmarks = [
  contentPages,
  signedInHtml,
  catalogueApi,
  catalogueNeighbours,
  catalogueScale,
  classesScale,
  year,
  signInLoad,
  anonymousRequest,
  enrolment,
  buying,
  eventStreams,
  classEnd,
  joinClass,
  classSize,
  recordings,
  whiteboardOpen,
  drawingTogether,
  poorConnection,
  lesson,
  hallStart,
  watchingRooms,
  rushHour,
  model,
  scriptBytes,
  lighthouse,
]

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const
/** The exit code of a run that was stopped. */
const INTERRUPTED = 130

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

async function measureEach(chosen: Benchmark[]): Promise<void> {
  // From before the first one: they keep the machine busy themselves.
  const env = { ...process.env, BENCH_LOAD: String(describeOccasion().load) }
  const unmeasured: string[] = []
  let child: ChildProcess | undefined
  for (const signal of SIGNALS) process.on(signal, () => child?.kill(signal))
  for (const { name } of chosen) {
    child = spawn(process.execPath, [import.meta.filename, name], { stdio: "inherit", env })
    const [code] = await once(child, "exit")
    if (code === INTERRUPTED) process.exit(code)
    if (code !== 0) unmeasured.push(name)
  }
  if (unmeasured.length === 0) return
  console.error(`Not measured: ${unmeasured.join(", ")}`)
  process.exit(1)
}

async function measureAlone(benchmark: Benchmark): Promise<void> {
  const occasion = describeOccasion()
  const pace = await measurePace()
  const world = createWorld()
  let stopping = false
  const end = async (code: number) => {
    if (stopping) return
    stopping = true
    await world.close()
    process.exit(code)
  }
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      console.error(`\n${signal}: stopping`)
      void end(INTERRUPTED)
    })
  }
  console.log(`${benchmark.name} …`)
  try {
    await world.product()
    const figures = await benchmark.run(world)
    showFigures(figures)
    keepResult(benchmark.name, { ...occasion, pace, figures })
    writeResults(benchmarks.map(({ name }) => name))
  } catch (error) {
    if (stopping) return
    console.error(`  not measured: ${(error as Error).stack}`)
    return end(1)
  }
  await end(0)
}

function showFigures(figures: readonly Figure[]): void {
  for (const figure of figures) {
    const verdict = isMet(figure) ? "met" : "MISSED"
    console.log(`  ${figure.what}: ${figure.shown}, ${describeBudget(figure.budget)}: ${verdict}`)
    console.log(`    ${figure.method}`)
  }
}

const chosen = chooseBenchmarks(process.argv.slice(2))
const [only] = chosen
await (only && chosen.length === 1 ? measureAlone(only) : measureEach(chosen))
