import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { featureFiles } from "./feature-files.ts"

/**
 * Scaffolds a feature for which checks and tests are green: `npm run new:feature -- badges above attendance --hindi बैज`.
 * It writes a contract, rules with a test, a table with its migration, a service, what is exported and erased, a
 * router and a page in both languages, and joins them to every list that knows all features.
 */

const USAGE = "npm run new:feature -- badges above attendance --hindi बैज"

function fail(problem: string): never {
  console.error(`${problem}\nFor example: ${USAGE}`)
  process.exit(2)
}

const [name, word, below, flag, ...hindiWords] = process.argv.slice(2)
if (!name || !/^[a-z]+(-[a-z]+)*$/.test(name)) fail("Give the feature a name in lower case, with hyphens.")
if (word !== "above" || !below) fail("Name the feature it goes above, such as: above attendance.")
const hindi = hindiWords.join(" ")
if (flag !== "--hindi" || !/^[\p{L}\p{M} -]+$/u.test(hindi)) fail("Give the page's title in Hindi.")
const order = readFileSync(".dependency-cruiser.cjs", "utf8")
const row = new RegExp(`  \\[[^\\]]*"${below}"[^\\]]*\\],\\n`).exec(order)?.[0]
if (!row) fail(`There is no feature "${below}" in the import rules.`)

const camel = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
const table = name.replaceAll("-", "_")
const plain = name.replaceAll("-", " ")
const title = plain.charAt(0).toUpperCase() + plain.slice(1)
if (existsSync(join("src/features", name))) fail(`There is a feature ${name} already.`)
const touched = new Set<string>()

function write(path: string, text: string): void {
  mkdirSync(join(path, ".."), { recursive: true })
  writeFileSync(path, text)
  touched.add(path)
  console.log(`  wrote ${path}`)
}

/** Inserts `line` before the first line that contains `marker`, keeping the file's order readable. */
function insert(path: string, marker: string, line: string): void {
  const text = readFileSync(path, "utf8")
  const at = text.indexOf(marker)
  if (at < 0) throw new Error(`${path} has no "${marker}" to write before`)
  writeFileSync(path, text.slice(0, at) + line + text.slice(at))
  touched.add(path)
  console.log(`  edited ${path}`)
}

/** Runs a tool of ours that has to succeed, and shows what it says only when it doesn't. */
function run(tool: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(join("node_modules/.bin", tool), args, { encoding: "utf8" })
  if (status === 0) return
  console.error(stdout + stderr)
  process.exit(1)
}

for (const [path, text] of Object.entries(featureFiles({ name, camel, table, plain, title, hindi }))) {
  write(path, text)
}
insert("src/contract/index.ts", "\n/** Everything", `import { ${camel} } from "./${name}.ts"\n`)
insert("src/contract/index.ts", "  events,\n}", `  ${camel},\n`)
insert(
  "src/app/router.ts",
  "\n/** The implementation",
  `import { ${camel}Router } from "#features/${name}/server/router.ts"\n`,
)
insert("src/app/router.ts", "    events: eventsRouter", `    ${camel}: ${camel}Router,\n`)
insert("src/app/routes.ts", '  route("*"', `  route("${name}", feature("${name}/web/${name}.page.tsx")),\n`)
insert(
  "src/app/personal-data.ts",
  "import type",
  `import { ${camel}Data } from "#features/${name}/server/personal-data.ts"\n`,
)
insert("src/app/personal-data.ts", "]\n\n/** Exports", `  ${camel}Data,\n`)
const places = "src/app/pages/palette/palette-places"
insert(`${places}.ts`, "    account,\n    known(", `    known("/${name}", "${camel}"),\n`)
insert(`${places}.texts.ts`, '    outbox: "Outbox"', `    ${camel}: "${title}",\n`)
insert(`${places}.texts.ts`, '    outbox: "आउटबॉक्स"', `    ${camel}: "${hindi}",\n`)
insert("tests/authorisation/allowed.ts", "\n}\n", `\n  "${camel}.list": SIGNED_IN,`)
insert("tests/retention.test.ts", '  ],\n  "decides something', `    "${table}",\n`)
insert(".dependency-cruiser.cjs", order.slice(order.indexOf(row) + row.length), `  ["${name}"],\n`)

run("drizzle-kit", "generate", "--name", table)
console.log(`  wrote the migration ${table}`)
run("biome", "check", "--write", ...touched)
console.log("\nNext: npm run check, then npm test. Copy from there, and delete what you don't need.")
