import { readdirSync } from "node:fs"
import { resolve } from "node:path"
import type { MutantResult } from "@stryker-mutator/api/core"
import { Stryker } from "@stryker-mutator/core"

/**
 * Changes the source in small ways and asks whether a test notices: `npm run test:mutants`. `rules` and `policies` try
 * every change and need 85 % of them noticed; `services` tries one in 32, some 400 in all, and others with `--seed`, each
 * shown to the tests of its own feature. The policies that routers name are not among them: the authorisation matrix
 * asks each procedure as each persona, and neither it nor a journey is asked here.
 */

const BAR = 85
const SAMPLED = 1 / 32

const FEATURES = "src/features/{attendance,classes,accounts,recordings}"

/** Files that are changed, and the tests that each change of them is shown to. */
type Group = { mutate: string[]; tests: string[] }

const ACCOUNTS = "src/features/accounts/server"
const CLASSES = "src/features/classes/server"
const RECORDINGS = "src/features/recordings/server"

const PARTS: Record<string, Group[]> = {
  rules: [
    {
      mutate: [
        `${FEATURES}/rules.ts`,
        "src/features/attendance/{month-rule,notice-rules,possible,presence}.ts",
      ],
      tests: [`${FEATURES}/*.test.ts`],
    },
  ],
  // Shown to all tests of their features, and to the matrix, these would take a night.
  policies: [
    {
      mutate: [`${ACCOUNTS}/{age,confirmation,consents,guardian-links}.ts`],
      tests: [
        `${ACCOUNTS}/{age,dates-of-birth,guardian-links,guardians,known-guardians,profile}.test.ts`,
        "tests/{consent-uses,guardians-http,minors}.test.ts",
      ],
    },
    {
      mutate: [`${ACCOUNTS}/own-password.ts`],
      tests: [`${ACCOUNTS}/{profile,proof,sessions}.test.ts`, "tests/recent-proof.test.ts"],
    },
    {
      mutate: [`${CLASSES}/class-view.ts`],
      tests: [
        `${CLASSES}/{class-view,list-classes,seats,service,substitute}.test.ts`,
        "tests/event-audiences.test.ts",
      ],
    },
    {
      mutate: [`${RECORDINGS}/recording-view.ts`],
      tests: [`${RECORDINGS}/{captions,recordings-http,service,watching}.test.ts`],
    },
  ],
  services: readdirSync("src/features").map((feature) => ({
    mutate: [
      `src/features/${feature}/server/*.ts`,
      "!**/*.test.ts",
      "!**/*router.ts",
      "!**/*{table,tables,text,texts,seed,mails}.ts",
    ],
    tests: [`src/features/${feature}/**/*.test.ts`],
  })),
}

const [name = "", ...rest] = process.argv.slice(2)
const groups = PARTS[name]
const seed = rest[0] === "--seed" ? rest[1] : "1"
if (!groups || !seed || rest.length > 2) {
  console.error("npm run test:mutants -- rules|policies|services [--seed TEXT]")
  process.exit(2)
}

process.env.MUTANTS_SAMPLED = String(SAMPLED)
process.env.MUTANT_SEED = seed
const results: MutantResult[] = []
for (const group of groups) {
  const found = await tryAll(group)
  showMissed(found)
  results.push(...found)
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
    tempDirName: "node_modules/.cache/stryker",
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
    console.log(`${status}  ${fileName}:${line}:${column}  ${mutatorName}  ${change}`)
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
