import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config"

/** What starts processes, takes globals' places or holds the video server's native client wants a process of its own. */
const ALONE = [
  "src/features/rooms/**/*.test.{ts,tsx}",
  "src/platform/**/*.test.ts",
  "src/ui/**/*.test.{ts,tsx}",
  "tests/**/*.test.ts",
  "scripts/**/*.test.ts",
]

const shared: TestProjectInlineConfiguration["test"] = {
  setupFiles: ["src/ui/messages/all.server.ts"],
  environment: "node",
  pool: "forks",
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    globalSetup: ["tests/postgres-setup.ts"],
    // More than a small machine has processors: half of the time goes by in waiting for other processes.
    maxWorkers: 3,
    projects: [
      { test: { ...shared, name: "alone", include: ALONE } },
      {
        test: {
          ...shared,
          name: "together",
          include: ["src/**/*.test.{ts,tsx}", "content/**/*.test.ts"],
          exclude: ALONE,
          // The modules are read once for all files of a worker, not once for each.
          isolate: false,
        },
      },
    ],
  },
})
