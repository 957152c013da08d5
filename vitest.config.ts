import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * What holds the video server's native client or takes modules' places wants a process of its own. So does what looks at
 * everything its process writes, and what reads the time in ids: those never go back, and other tests set clocks forward.
 * Most of these files wait.
 */
const ALONE = [
  "src/features/rooms/server/**/*.test.ts",
  "src/features/rooms/web/entry/room-ahead.test.ts",
  "src/platform/database/database-start.test.ts",
  "tests/{backup*,commands,failing-disks,new-feature,restored-copy}.test.ts",
]

/** They wait for jobs of workers that died, or start many processes: `npm run test:faults` has the time for it. */
const MINUTES_LONG = [
  "tests/faults/worker-killed.test.ts",
  "tests/faults/promotion.test.ts",
  "tests/faults/many.test.ts",
  "tests/faults/two-nodes.test.ts",
]

/** Three that compute and one that waits keep two cores busy. */
const WORKERS = 4
/** Tests that count seconds run out of them beside more. */
const COUNTING_WORKERS = 3

/** The part of the first tests among which those that wait are spread; the last of them would be waited for. */
const SPREAD = 0.7

/** Spreads those that wait among those that compute, instead of running one kind after the other. */
class Spread extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specs)
    const of = (name: string) => sorted.filter(({ project }) => project.name === name)
    const place = (list: TestSpecification[], part: number) =>
      list.map((spec, index) => ({ spec, at: (index / list.length) * part }))
    const spread = [...place(of("alone"), SPREAD), ...place(of("together"), 1)].sort((a, b) => a.at - b.at)
    return [...spread.map(({ spec }) => spec), ...of("faults")]
  }
}

const shared: TestProjectInlineConfiguration["test"] = {
  setupFiles: ["src/ui/messages/all.server.ts"],
  environment: "node",
  pool: "forks",
  // On a machine that has much else to do everything takes longer, and is right all the same.
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

export default defineConfig({
  test: {
    // Transformed modules are kept by their content: a run from cold reads those that didn't change.
    fsModuleCache: true,
    globalSetup: ["tests/postgres-setup.ts"],
    sequence: { sequencer: Spread },
    projects: [
      { test: { ...shared, name: "alone", include: ALONE, maxWorkers: WORKERS } },
      {
        test: {
          ...shared,
          name: "together",
          maxWorkers: WORKERS,
          include: [
            "src/**/*.test.{ts,tsx}",
            "content/**/*.test.ts",
            "scripts/**/*.test.ts",
            "tests/{*,authorisation/*}.test.ts",
          ],
          exclude: ALONE,
          // The modules are read once for all files of a worker, not once for each.
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: "faults",
          include: ["tests/faults/*.test.ts"],
          exclude: process.env.FAULTS ? [] : MINUTES_LONG,
          // They count seconds until all is well again, so nothing else runs beside them but one another: for three
          // quarters of the time they wait.
          maxWorkers: process.env.FAULTS ? 1 : COUNTING_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
