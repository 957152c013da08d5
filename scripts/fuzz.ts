import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { startProduct } from "../e2e/product.ts"

/**
 * Sends what the OpenAPI document allows, and what it does not, to a fresh product: as a visitor and as each kind
 * of demo person. Fails on an answer of 5xx and on one that the document does not name. Wants `schemathesis`,
 * which `pip install schemathesis` brings.
 */
const EACH = process.env.FUZZ_EXAMPLES ?? "10"
/** Ends the session that is used, or the account. */
const ENDS_THE_RUN =
  "^/session$|/account/sessions|/account/erasure$|/account/password$|/disabling|/role$|/children/.*/erasure$|/approval"

const found = spawnSync("schemathesis", ["--version"], { encoding: "utf8" })
if (found.status !== 0) {
  process.stderr.write("There is no schemathesis here. Install it with: pip install schemathesis\n")
  process.exit(2)
}

const product = await startProduct()
const failed: string[] = []
try {
  for (const person of [null, ...(await readDemoPeople())]) {
    const who = person?.role ?? "visitor"
    process.stdout.write(`\n== As ${who}\n`)
    if (!(await fuzz(person ? await signIn(person.email) : null))) failed.push(who)
  }
} finally {
  await product.stop()
}
process.stdout.write(failed.length > 0 ? `\nFailed as ${failed.join(", ")}\n` : "\nNothing found\n")
process.exitCode = failed.length > 0 ? 1 : 0

type DemoPerson = { email: string; role: string }

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
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ")
}

async function fuzz(cookie: string | null): Promise<boolean> {
  const headers = [`Origin: ${product.address}`, ...(cookie ? [`Cookie: ${cookie}`] : [])]
  const child = spawn(
    "schemathesis",
    [
      "run",
      `${product.address}/api/v1/openapi.json`,
      ...["--url", `${product.address}/api/v1`],
      ...headers.flatMap((header) => ["--header", header]),
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
