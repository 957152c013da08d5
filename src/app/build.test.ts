import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { slimManifest, sourceStamp } from "./build.ts"

test("OPS-02 a build stands in a copy of its sources with other times, and falls when one of them changes", () => {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-stamp-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [root, copy] = [join(folder, "one"), join(folder, "two")]
  for (const part of ["src", "content", "scripts"]) mkdirSync(join(root, part), { recursive: true })
  for (const file of [
    "src/a.ts",
    "content/b.md",
    "package-lock.json",
    "vite.config.ts",
    "react-router.config.ts",
    "scripts/vite-contract.ts",
    "scripts/vite-icons.ts",
  ])
    writeFileSync(join(root, file), file)
  cpSync(root, copy, { recursive: true })
  utimesSync(join(copy, "src/a.ts"), 1_000, 1_000)
  expect(sourceStamp(copy)).toBe(sourceStamp(root))
  // As long as before.
  writeFileSync(join(copy, "src/a.ts"), "src/b.ts")
  const changed = sourceStamp(copy)
  expect(changed).not.toBe(sourceStamp(root))
  writeFileSync(join(copy, "scripts/vite-icons.ts"), "scripts/vite-lines.ts")
  expect(sourceStamp(copy)).not.toBe(changed)
})

test("NAV-07 the manifest for browsers names every route and its file, but not what the files import", () => {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-manifest-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, "manifest-0a1b.js")
  const home = { id: "home", module: "/assets/home.js", imports: ["/assets/a.js"], css: ["/assets/a.css"] }
  const entry = { module: "/assets/entry.js", imports: ["/assets/react.js"] }
  writeFileSync(file, `window.__reactRouterManifest=${JSON.stringify({ entry, routes: { home } })};`)
  slimManifest(folder)
  const { imports: _, ...slim } = home
  const kept = JSON.stringify({ entry, routes: { home: slim } })
  expect(readFileSync(file, "utf8")).toBe(`window.__reactRouterManifest=${kept};`)
  writeFileSync(file, "export default {}")
  expect(() => slimManifest(folder)).toThrow("has another form")
})
