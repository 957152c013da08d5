import { expect, test } from "vitest"
import { ENGINE_NAMES, missing } from "../e2e/engines/installed.ts"

test("NAV-09 an engine that isn't installed is named with its packages, and one that is isn't", () => {
  const firefoxOnly = (patterns: readonly string[]) => patterns.find((path) => path.includes("firefox"))
  const told = missing(ENGINE_NAMES, firefoxOnly)
  expect(told).toHaveLength(2)
  expect(told[0]).toMatch(/^chromium .*apt-get install .*chromium-headless-shell/)
  expect(told[1]).toMatch(/^webkit .*apt-get install .*webkit2gtk-driver xvfb/)
  expect(missing(["firefox"], firefoxOnly)).toEqual([])
})

test("NAV-09 an engine with a browser and no driver isn't installed", () => {
  const browsersOnly = (patterns: readonly string[]) => patterns.find((path) => path.includes("MiniBrowser"))
  expect(missing(["webkit"], browsersOnly)).toHaveLength(1)
})
