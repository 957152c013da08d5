import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.ts", "content/**/*.test.ts", "scripts/**/*.test.ts"],
    globalSetup: ["tests/postgres-setup.ts"],
    setupFiles: ["src/ui/messages/all.server.ts"],
    environment: "node",
    pool: "forks",
    // One for each processor of a small machine: the half of the time goes by in waiting for other processes.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
