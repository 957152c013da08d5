import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startProduct } from "../e2e/product.ts"
import { openDoor } from "./fuzz-door.ts"

/**
 * Sends what the OpenAPI document allows, and what it does not, to a fresh product: as a visitor and as each
 * kind of demo person, half of it about existing classes, programs and people. Fails on a 5xx response and on
 * one that the document does not name. Needs `schemathesis`, from `pip install schemathesis`. Roles given as
 * arguments limit the run to them: `npm run test:fuzz -- visitor admin`.
 */
const ONLY = process.argv.slice(2)
const EACH = process.env.FUZZ_EXAMPLES ?? "10"
/** Would end the account, or take its role. */
const ENDS_THE_RUN =
  "/account/erasure$|/disabling|/role$|/children/.*/erasure$|/approval|/two-step/confirmation"
/** Share of requests with ids of real rows, which random values could never reach. */
const CHANCE_OF_REAL_ROWS = 0.5

const found = spawnSync("schemathesis", ["--version"], { encoding: "utf8" })
if (found.status !== 0) {
  process.stderr.write("There is no schemathesis here. Install it with: pip install schemathesis\n")
  process.exit(2)
}

type DemoPerson = { email: string; role: string }

const product = await startProduct()
const folder = mkdtempSync(join(tmpdir(), "kaksha-fuzz-"))
const failed: string[] = []
try {
  const people = await readDemoPeople()
  const config = join(folder, "schemathesis.toml")
  writeFileSync(config, await describeRows(people))
  for (const person of [null, ...people]) {
    const who = person?.role ?? "visitor"
    if (ONLY.length > 0 && !ONLY.includes(who)) continue
    process.stdout.write(`\n== As ${who}\n`)
    const door = await openDoor(product.address, person && (() => signIn(person.email)))
    if (!(await fuzz(door.address, config))) failed.push(who)
    await door.close()
    const answers = [...door.answers].sort(([one], [other]) => one - other)
    process.stdout.write(
      `  Answers: ${answers.map(([status, count]) => `${count} of ${status}`).join(", ")}\n`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
  await product.stop()
}
process.stdout.write(failed.length > 0 ? `\nFailed as ${failed.join(", ")}\n` : "\nNothing found\n")
process.exitCode = failed.length > 0 ? 1 : 0

/** One of each role. */
async function readDemoPeople(): Promise<DemoPerson[]> {
  const people: DemoPerson[] = await (await fetch(`${product.address}/api/v1/demo-people`)).json()
  return people.filter((one, index) => people.findIndex((other) => other.role === one.role) === index)
}

async function signIn(email: string): Promise<string> {
  const answer = await fetch(`${product.address}/api/v1/demo-people/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: product.address },
    body: JSON.stringify({ email }),
  })
  if (!answer.ok) throw new Error(`signing in as ${email} answers ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ")
}

/** The fuzzer's configuration, with the ids of what an admin sees in the trial's rows. */
async function describeRows(people: DemoPerson[]): Promise<string> {
  const admin = people.find(({ role }) => role === "admin")
  const cookie = await signIn(admin?.email ?? "")
  const read = async (path: string, key: string) => {
    const text = await (await fetch(`${product.address}/api/v1${path}`, { headers: { cookie } })).text()
    const ids = [...text.matchAll(new RegExp(`"${key}":"([0-9a-f-]{36})"`, "g"))].map(([, id]) => id ?? "")
    if (ids.length === 0) throw new Error(`${path} names no ${key}`)
    return [...new Set(ids)].slice(0, 20)
  }
  const persons = await read("/people", "user_id")
  const rows: Record<string, string[]> = {
    class_id: await read("/classes", "id"),
    course_id: await read("/programs", "id"),
    user_id: persons,
    person_id: persons,
    student_id: persons,
  }
  const dictionaries = Object.entries(rows).map(
    ([name, ids]) => `[dictionaries.${name}]\nvalues = ${JSON.stringify(ids)}\n`,
  )
  const bindings = Object.keys(rows).map(
    (name) => `"path.${name}" = { dictionary = "${name}", probability = ${CHANCE_OF_REAL_ROWS} }\n`,
  )
  return `${dictionaries.join("\n")}\n[parameters]\n${bindings.join("")}`
}

async function fuzz(address: string, config: string): Promise<boolean> {
  const child = spawn(
    "schemathesis",
    [
      ...["--config-file", config, "run", `${address}/api/v1/openapi.json`, "--url", `${address}/api/v1`],
      ...["--exclude-path", "/events", "--exclude-path-regex", ENDS_THE_RUN],
      ...[
        "--checks",
        "not_a_server_error,response_schema_conformance,status_code_conformance,content_type_conformance",
      ],
      ...["--phases", "examples,coverage,fuzzing", "--max-examples", EACH],
      ...["--request-timeout", "20", "--suppress-health-check", "all", "--continue-on-failure", "--no-color"],
    ],
    { stdio: "inherit" },
  )
  const [status] = await once(child, "exit")
  return status === 0
}
