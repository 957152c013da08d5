import { globSync, readdirSync } from "node:fs"
import { relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import type { MutantResult } from "@stryker-mutator/api/core"
import { Stryker } from "@stryker-mutator/core"

/**
 * Changes the source in small ways and asks whether a test notices: `npm run test:mutants`. `rules` and `policies` try
 * every change and need 85 % of them noticed; `services` tries one in 32, some 400 in all, or one in `--one-in`, and
 * others with `--seed`, each shown to the tests of its own feature. `--only` tries the files whose path contains a text.
 * The policies that routers name are not among them: the authorisation matrix asks each procedure as each persona, and
 * neither it nor a journey is asked here.
 */

const BAR = 85
const ONE_IN = 32

const FEATURES = "src/features/{attendance,classes,recordings}"

/** Files that are changed, and the tests that each change of them is shown to. */
type Group = { mutate: string[]; tests: string[] }

const ACCOUNTS = "src/features/accounts/server"
const GUARDIANS = "src/features/guardians/server"
const CLASSES = "src/features/classes/server"
const RECORDINGS = "src/features/recordings/server"

const PARTS: Record<string, Group[]> = {
  rules: [
    {
      mutate: [
        `${FEATURES}/rules.ts`,
        "src/features/attendance/{arrivals,coach-marks,month-rule,notice-rules,possible,presence}.ts",
      ],
      tests: [`${FEATURES}/*.test.ts`],
    },
    {
      mutate: ["src/features/payments/{charges,refunds,rounding,rules,supplies,tax}.ts"],
      tests: ["src/features/payments/*.test.ts"],
    },
    { mutate: ["src/features/ledger/rules.ts"], tests: ["src/features/ledger/**/*.test.ts"] },
  ],
  // Each is shown to the tests that ask its rules of the services. Those that go through a browser's requests ask them
  // again, some in every combination: with these, a run would take a night.
  policies: [
    {
      mutate: [`${ACCOUNTS}/age.ts`],
      tests: [`${ACCOUNTS}/**/{age,dates-of-birth}.test.ts`, `${GUARDIANS}/consents.test.ts`],
    },
    {
      mutate: [`${ACCOUNTS}/mail/confirmation.ts`],
      tests: [`${ACCOUNTS}/**/{confirmation,mailed-sign-in}.test.ts`],
    },
    {
      mutate: [`${GUARDIANS}/consents.ts`],
      tests: [`${GUARDIANS}/{consents,known-guardians}.test.ts`],
    },
    { mutate: [`${GUARDIANS}/links.ts`], tests: [`${GUARDIANS}/links.test.ts`] },
    {
      mutate: [`${ACCOUNTS}/passwords/own-password.ts`],
      tests: [`${ACCOUNTS}/**/{own-password,proof}.test.ts`],
    },
    {
      mutate: [`${CLASSES}/class-view.ts`],
      tests: [`${CLASSES}/**/{class-view,list-classes,service,substitute,waitlist}.test.ts`],
    },
    {
      mutate: [`${RECORDINGS}/recording-view.ts`],
      tests: [`${RECORDINGS}/{captions,service,watching}.test.ts`],
    },
  ],
  services: featureNames().map((feature) => ({
    mutate: [
      `src/features/${feature}/server/**/*.ts`,
      "!**/*.test.ts",
      "!**/*router.ts",
      "!**/*{table,tables,text,texts,seed,seed-timetable,mails}.ts",
      "!**/{class-factory,test-class,test-recording,test-sending}.ts",
    ],
    tests: [`src/features/${feature}/**/*.test.ts`],
  })),
}

const USAGE = "npm run test:mutants -- rules|policies|services [--only TEXT] [--one-in NUMBER] [--seed TEXT]"
const { name, groups, only, oneIn, seed } = readCommand()
process.env.MUTANTS_SAMPLED = String(1 / oneIn)
process.env.MUTANT_SEED = seed
const results: MutantResult[] = []
for (const group of groups) {
  const mutate = filesOf(group)
  if (mutate.length === 0) continue
  try {
    const found = await tryAll({ ...group, mutate })
    showMissed(found)
    results.push(...found)
  } catch (error) {
    // A test that fails without any change says nothing of the others' groups, which took an hour.
    console.error(`Left out ${group.mutate[0]}:`, error)
    process.exitCode = 1
  }
}
if (results.length === 0) throw new Error(`nothing of ${name} has "${only}" in its path`)

function featureNames(): string[] {
  const entries = readdirSync("src/features", { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

function readCommand() {
  const string = { type: "string" } as const
  const options = { only: string, "one-in": string, seed: string }
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const [name = "", ...more] = positionals
    const groups = PARTS[name]
    const oneIn = Number(values["one-in"] ?? ONE_IN)
    if (!groups || more.length > 0 || !(oneIn >= 1)) throw new Error("unknown part or share")
    return { name, groups, only: values.only ?? "", oneIn, seed: values.seed ?? "1" }
  } catch {
    console.error(USAGE)
    process.exit(2)
  }
}

/** Returns the files to change. Throws for a path that leads to no file: what moved would be left out unseen. */
function filesOf({ mutate, tests }: Group): string[] {
  const changed = mutate.filter((path) => !path.startsWith("!"))
  for (const path of [...changed, ...tests].flatMap(expandBraces))
    if (globSync(path).length === 0) throw new Error(`${path} leads to no file`)
  const exclude = mutate.filter((path) => path.startsWith("!")).map((path) => path.slice(1))
  return globSync(changed, { exclude }).filter((file) => file.includes(only))
}

function expandBraces(path: string): string[] {
  const [braces, names] = /\{([^}]*)\}/.exec(path) ?? []
  if (!braces || !names) return [path]
  return names.split(",").flatMap((one) => expandBraces(path.replace(braces, one)))
}

function tryAll({ mutate, tests }: Group): Promise<MutantResult[]> {
  process.env.MUTANT_TESTS = tests.join(" ")
  return new Stryker({
    mutate,
    testRunner: "vitest",
    vitest: { configFile: "vitest.mutants.config.ts", related: false },
    plugins: ["@stryker-mutator/vitest-runner", resolve("scripts/mutant-sample.ts")],
    checkers: name === "services" ? ["sample"] : [],
    coverageAnalysis: "perTest",
    // Each change of a module's constant wants every test once more: only the rules' tests are quick enough for that.
    ignoreStatic: name !== "rules",
    concurrency: Number(process.env.MUTANT_WORKERS ?? 1),
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 60,
    ignorePatterns: ["build", "data", "test-results", ".react-router"],
    // Threads load TypeScript by themselves, which Node refuses below node_modules.
    tempDirName: "test-results/stryker",
    // The copy keeps the project's own: Stryker rewrites it by a compiler that TypeScript 7 no longer has.
    tsconfigFile: "none.json",
    reporters: ["progress-append-only"],
  }).runMutationTest()
}

const countOf = (...statuses: MutantResult["status"][]) =>
  results.filter(({ status }) => statuses.includes(status)).length
const killed = countOf("Killed", "Timeout")
const tried = killed + countOf("Survived")
const unreached = countOf("NoCoverage")

if (name === "services") {
  const covered = tried + countOf("CompileError")
  const reached = covered / (covered + unreached)
  const [low, high] = wilson(killed, tried)
  console.log(
    `seed ${seed}: ${killed} of ${tried} changes noticed, ${percent(killed / tried)} (95 %: ${percent(low)} to ${percent(high)})`,
  )
  console.log(`a test reaches ${percent(reached)} of all ${covered + unreached} changes`)
} else {
  const share = killed / (tried + unreached)
  console.log(
    `${killed} of ${tried + unreached} changes noticed, ${percent(share)}; no test reaches ${unreached}`,
  )
  if (share * 100 < BAR) process.exitCode = 1
}

function showMissed(found: MutantResult[]): void {
  for (const { status, fileName, location, mutatorName, replacement } of found) {
    if (status !== "Survived" && status !== "NoCoverage") continue
    const { line, column } = location.start
    const change = replacement?.replaceAll(/\s+/g, " ").slice(0, 90)
    console.log(`${status}  ${relative("", fileName)}:${line}:${column}  ${mutatorName}  ${change}`)
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** Wilson's interval of 95 % for a share of `count`. */
function wilson(hits: number, count: number): [number, number] {
  const z = 1.96
  const share = hits / count
  const middle = share + z ** 2 / (2 * count)
  const width = z * Math.sqrt((share * (1 - share) + z ** 2 / (4 * count)) / count)
  const scale = 1 + z ** 2 / count
  return [(middle - width) / scale, (middle + width) / scale]
}
