import { spawnSync } from "node:child_process"
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"

const projectRoot = resolve(import.meta.dirname, "..")

/** One violation of each import rule: the importing file, and what it imports. */
const violations: [rule: string, from: string, to: string][] = [
  ["no-cycles", "src/shared/first.ts", "src/shared/second.ts"],
  ["browser-not-server", "src/features/anything/web/a.card.tsx", "src/features/anything/server/service.ts"],
  ["server-not-browser", "src/features/anything/server/service.ts", "src/ui/components/button.tsx"],
  ["contract-stands-alone", "src/contract/anything.ts", "src/platform/log/log.ts"],
  ["rules-are-pure", "src/features/anything/rules.ts", "src/platform/log/log.ts"],
  ["features-meet-at-doors", "src/features/anything/server/jobs.ts", "src/features/other/server/inside.ts"],
  ["screens-meet-at-cards", "src/features/anything/web/b.card.tsx", "src/features/other/web/inside.tsx"],
  ["app-enters-at-the-top", "src/app/worker.ts", "src/features/other/server/part/inside.ts"],
  ["feature-order-classes", "src/features/classes/rules.ts", "src/features/rooms/rules.ts"],
  ["base-knows-no-feature", "src/ui/components/button.tsx", "src/features/other/rules.ts"],
  ["features-not-app", "src/features/anything/server/jobs.ts", "src/app/server.ts"],
  ["shared-stands-alone", "src/shared/time.ts", "src/contract/other.ts"],
  ["platform-below-contract", "src/platform/log/log.ts", "src/contract/other.ts"],
  ["no-drawers", "src/app/server.ts", "src/app/utils/things.ts"],
  ["no-unresolved", "src/app/router.ts", "src/app/nowhere.ts"],
]

let house: string

function plant(path: string, imports: string): void {
  const file = join(house, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${imports}\nexport const here = ${JSON.stringify(path)}\n`)
}

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), "kaksha-house-"))
  for (const file of [
    ".dependency-cruiser.cjs",
    "tsconfig.json",
    "package.json",
    "src/features/doors.json",
  ]) {
    cpSync(join(projectRoot, file), join(house, file))
  }
  symlinkSync(join(projectRoot, "node_modules"), join(house, "node_modules"))
  for (const [, , to] of violations) if (!to.includes("nowhere")) plant(to, "")
  const imports = new Map<string, string[]>()
  for (const [, from, to] of violations) imports.set(from, [...(imports.get(from) ?? []), to])
  imports.set("src/shared/second.ts", ["src/shared/first.ts"])
  for (const [from, targets] of imports) {
    plant(
      from,
      targets.map((to, index) => `import * as import${index} from "${to.replace("src/", "#")}"`).join("\n"),
    )
  }
})

afterAll(() => rmSync(house, { recursive: true, force: true }))

test("each import rule catches a planted violation", () => {
  const run = spawnSync(
    join(projectRoot, "node_modules/.bin/depcruise"),
    ["--config", ".dependency-cruiser.cjs", "--output-type", "json", "src"],
    {
      cwd: house,
      encoding: "utf8",
    },
  )
  const report = JSON.parse(run.stdout) as {
    summary: { violations: { rule: { name: string }; from: string }[] }
  }
  const caught = new Set(
    report.summary.violations.map((violation) => `${violation.rule.name} ${violation.from}`),
  )
  const missed = violations.filter(([rule, from]) => !caught.has(`${rule} ${from}`))
  expect(missed).toEqual([])
})

test("every rule of the house has its planted violation", () => {
  const config = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as {
    forbidden: { name: string }[]
  }
  const planted = new Set(violations.map(([rule]) => rule.replace(/^feature-order-.*/, "feature-order")))
  const rules = new Set(
    config.forbidden.map((rule) => rule.name.replace(/^feature-order-.*/, "feature-order")),
  )
  expect([...rules].filter((rule) => !planted.has(rule))).toEqual([])
})

/** The sources without their tests, by path. */
const sources = new Map(
  globSync("src/**/*.{ts,tsx}", { cwd: projectRoot })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join(projectRoot, path), "utf8")]),
)

const DOORS = "src/features/doors.json"

const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1]

test("every door of a feature leads somewhere, and another feature goes through it", () => {
  const doors = JSON.parse(readFileSync(join(projectRoot, DOORS), "utf8")) as Record<string, string[]>
  const unused = Object.entries(doors).flatMap(([feature, files]) =>
    files
      .map((file) => `#features/${feature}/server/${file}.ts`)
      .filter(
        (door) =>
          ![...sources].some(
            ([path, text]) => featureOf(path) && featureOf(path) !== feature && text.includes(`"${door}"`),
          ),
      ),
  )
  expect(unused).toEqual([])
})

/** Demo rows and rows for trying out are written beside what they show. */
const WRITES_OTHERS = new Set([
  "src/features/lessons/server/seed.ts",
  "src/features/rooms/server/test-room.ts",
])

test("only a feature writes its own tables", () => {
  const owners = new Map<string, string>()
  for (const [path, text] of sources) {
    const feature = featureOf(path)
    if (!feature) continue
    for (const [, variable = "", table = ""] of text.matchAll(/export const (\w+) = pgTable\(\s*"(\w+)"/g)) {
      owners.set(variable, feature)
      owners.set(table, feature)
    }
  }
  expect(owners.size).toBeGreaterThan(100)
  const foreign = [...sources].flatMap(([path, text]) => {
    if (WRITES_OTHERS.has(path)) return []
    const renamed = new Map([...text.matchAll(/\b(\w+) as (\w+)\b/g)].map(([, name, as]) => [as, name]))
    const written = [
      ...text.matchAll(/\.\s*(?:insert|update|delete)\(\s*(\w+)\s*\)/g),
      ...text.matchAll(/\b(?:insert into|update|delete from) (?:\$\{)?(\w+)/g),
    ].map(([, name = ""]) => renamed.get(name) ?? name)
    return written
      .filter((name) => owners.has(name) && owners.get(name) !== featureOf(path))
      .map((name) => `${path}: ${name} is of ${owners.get(name)}`)
  })
  expect(foreign).toEqual([])
})
