import { defineConfig } from "@playwright/test"
import base from "../../playwright.config.ts"
import { ENGINE_NAMES, type EngineName } from "./installed.ts"

/** The same journeys in each engine, one after the other: `npm run test:engines`. */
export default defineConfig<object, { engineName: EngineName }>({
  ...base,
  globalSetup: "../seeded.ts",
  testDir: ".",
  testMatch: /\.journey\.ts$/,
  outputDir: "../../test-results/engines",
  workers: 1,
  projects: ENGINE_NAMES.map((engineName) => ({ name: engineName, use: { engineName } })),
})
