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
import { type Benchmark, describeBudget, isMet } from "./rig/figures.ts"
import { describeOccasion, keepResult, type Occasion, writeResults } from "./rig/results.ts"
import { createWorld, type World } from "./rig/world.ts"
import { rushHour } from "./rush.ts"
import { scriptBytes } from "./script-bytes.ts"
import { signInLoad } from "./sign-in-load.ts"
import { signedInHtml } from "./signed-in-html.ts"
import { watchingRooms } from "./watching-rooms.ts"
import { whiteboardOpen } from "./whiteboard-open.ts"
import { year } from "./year.ts"

/**
 * Measures the product against its budgets. All benchmarks, or those named as arguments; bench/results.md
 * shows the last run of each. Ends with 1 when something could not be measured; a missed budget is a finding, not a failure.
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
  const occasion = describeOccasion()
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
  const failed = await measureAll(world, chosen, occasion, () => stopping)
  if (stopping) return
  await end(failed.length > 0 ? 1 : 0)
}

/** Runs one benchmark after the other. Failed ones are reported and returned, and the others go on. */
async function measureAll(world: World, chosen: Benchmark[], occasion: Occasion, isStopping: () => boolean) {
  const failed: string[] = []
  for (const benchmark of chosen) {
    console.log(`${benchmark.name} …`)
    try {
      const figures = await benchmark.run(world)
      for (const figure of figures) {
        const verdict = isMet(figure) ? "met" : "MISSED"
        console.log(`  ${figure.what}: ${figure.shown}, ${describeBudget(figure.budget)}: ${verdict}`)
        console.log(`    ${figure.method}`)
      }
      keepResult(benchmark.name, occasion, figures)
      writeResults(benchmarks.map(({ name }) => name))
    } catch (error) {
      if (isStopping()) break
      failed.push(benchmark.name)
      console.error(`  not measured: ${(error as Error).stack}`)
    }
  }
  return failed
}

await main()
