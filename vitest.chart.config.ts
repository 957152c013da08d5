import { defineConfig } from "vitest/config"

/** The Helm chart: `npm run test:chart`. Helm is built with Go the first time, which takes minutes. */
export default defineConfig({
  test: {
    include: ["tests/chart/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 900_000,
  },
})
