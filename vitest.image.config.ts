import { defineConfig } from "vitest/config"

/** The image of `deploy/Dockerfile` in a real engine: `npm run test:image`. Building it takes minutes. */
export default defineConfig({
  test: {
    globalSetup: ["tests/postgres-setup.ts"],
    include: ["tests/image/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 1_200_000,
  },
})
