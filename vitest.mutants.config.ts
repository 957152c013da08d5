import { defineConfig } from "vitest/config"

/** The tests that a change of the source is shown to, all in one process: `npm run test:mutants` says which. */
export default defineConfig({
  test: {
    globalSetup: ["tests/postgres-setup.ts"],
    setupFiles: ["src/ui/messages/all.server.ts"],
    environment: "node",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    include: process.env.MUTANT_TESTS?.split(" "),
  },
})
