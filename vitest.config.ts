import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config"

/** What starts processes, takes modules' places or holds the video server's native client wants a process of its own. */
const ALONE = [
  "src/features/rooms/server/**/*.test.ts",
  "src/features/rooms/web/entry/room-ahead.test.ts",
  "src/platform/**/*.test.ts",
  "tests/*.test.ts",
  "tests/authorisation/*.test.ts",
  "scripts/**/*.test.ts",
]

/** They wait for jobs of workers that died, or start many processes: `npm run test:faults` has the time for it. */
const MINUTES_LONG = [
  "tests/faults/worker-killed.test.ts",
  "tests/faults/promotion.test.ts",
  "tests/faults/many.test.ts",
  "tests/faults/two-nodes.test.ts",
]

/** Two cores are three quarters busy with two, and nine tenths with three. */
const WORKERS = 3
/** Tests that count seconds run out of them beside more. */
const COUNTING_WORKERS = 3

const shared: TestProjectInlineConfiguration["test"] = {
  setupFiles: ["src/ui/messages/all.server.ts"],
  environment: "node",
  pool: "forks",
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    // Transformed modules are kept by their content: a run from cold reads those that didn't change.
    fsModuleCache: true,
    globalSetup: ["tests/postgres-setup.ts"],
    projects: [
      { test: { ...shared, name: "alone", include: ALONE, maxWorkers: WORKERS } },
      {
        test: {
          ...shared,
          name: "together",
          maxWorkers: WORKERS,
          include: ["src/**/*.test.{ts,tsx}", "content/**/*.test.ts"],
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
