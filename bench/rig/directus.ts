import { randomBytes } from "node:crypto"
import type { Program } from "#contract/programs/programs.ts"
import { freePort } from "#tests/free-port.ts"
import { type Ask, client, installOnce, type Neighbour, NUMBERS, startServer, TEXTS } from "./neighbour.ts"
import { databaseBeside, type World } from "./world.ts"

const VERSION = "12.4.0"
const START_WITHIN_MS = 120_000
const ADMIN = { email: "admin@example.com", password: "a-long-enough-password" }
const STUDENT = { email: "asha@example.com", password: "a-long-enough-password" }

/**
 * Starts Directus with the same programs in the product's own PostgreSQL, for signed-in students alone. A rule that
 * shows students their own enrolments only would need a licence, so the query picks them. Throws where it can't be
 * installed.
 */
export async function startDirectus(world: World, programs: readonly Program[]): Promise<Neighbour> {
  // Its own choice of this part, for scripts in flows, is built with a compiler.
  const folder = installOnce(`directus-${VERSION}`, { directus: VERSION }, { "isolated-vm": "6.1.2" })
  const { url } = await databaseBeside(world, "directus")
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: base,
    SECRET: randomBytes(32).toString("hex"),
    DB_CLIENT: "pg",
    DB_CONNECTION_STRING: url,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ACCESS_TOKEN_TTL: "1d",
    TELEMETRY: "false",
  }
  const server = {
    name: "Directus",
    program: "sh",
    parts: [
      "-c",
      "node node_modules/directus/cli.js bootstrap && exec node node_modules/directus/cli.js start",
    ],
    options: { cwd: folder, env },
    address: `${base}/server/ping`,
  }
  await startServer(world, server, START_WITHIN_MS)
  const ask = client("Directus", base, "Bearer ")
  const student = await fill(ask, programs)
  const fields = "fields=*,enrolments.id"
  const own = `deep[enrolments][_filter][student][_eq]=${student}`
  return {
    name: `Directus ${VERSION}`,
    port,
    path: `/items/programs?limit=60&sort=place&${fields}&${own}`,
    authorization: `Bearer ${await signIn(ask, STUDENT)}`,
    differs: "the own enrolment picked by the query, for a rule needs a licence there",
  }
}

async function signIn(ask: Ask, who: typeof STUDENT): Promise<string> {
  const { data } = await ask<{ data: { access_token: string } }>("auth/login", { body: who })
  return data.access_token
}

type Made = { data: { id: string } }

/** Returns the student's id. */
async function fill(ask: Ask, programs: readonly Program[]): Promise<string> {
  const token = await signIn(ask, ADMIN)
  const make = (path: string, body: object) => ask<Made>(path, { token, body })
  const id = { field: "id", type: "integer", schema: { is_primary_key: true, has_auto_increment: true } }
  await make("collections", {
    collection: "programs",
    schema: {},
    meta: {},
    fields: [
      id,
      ...TEXTS.map((field) => ({ field, type: "text", schema: {} })),
      ...NUMBERS.map((field) => ({ field, type: "float", schema: {} })),
      { field: "place", type: "integer", schema: { is_indexed: true } },
      { field: "sample_figures", type: "boolean", schema: {} },
      { field: "enrolments", type: "alias", meta: { special: ["o2m"] } },
    ],
  })
  await make("collections", {
    collection: "enrolments",
    schema: {},
    meta: {},
    fields: [
      id,
      { field: "program", type: "integer", schema: { is_indexed: true } },
      { field: "student", type: "uuid", schema: { is_indexed: true } },
    ],
  })
  await make("relations", {
    collection: "enrolments",
    field: "program",
    related_collection: "programs",
    meta: { one_field: "enrolments" },
    schema: {},
  })
  const mayRead = (collection: string) => ({ collection, action: "read", fields: ["*"] })
  const policy = await make("policies", {
    name: "Students",
    permissions: { create: ["programs", "enrolments"].map(mayRead), update: [], delete: [] },
  })
  const role = await make("roles", {
    name: "Student",
    policies: { create: [{ policy: policy.data.id }], update: [], delete: [] },
  })
  const student = await make("users", { ...STUDENT, role: role.data.id })
  for (const [place, program] of programs.entries()) {
    const { id: _, enrolled, ...fields } = program
    const made = await make("items/programs", { ...fields, place })
    if (enrolled) await make("items/enrolments", { program: made.data.id, student: student.data.id })
  }
  return student.data.id
}
