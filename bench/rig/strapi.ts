import { randomBytes } from "node:crypto"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Program } from "#contract/programs/programs.ts"
import { freePort } from "#tests/free-port.ts"
import { client, installOnce, type Neighbour, NUMBERS, startServer, TEXTS } from "./neighbour.ts"
import { databaseBeside, type World } from "./world.ts"

const VERSION = "5.54.0"
/** What it wants beside itself: plugin, driver, and what the part in the browser is made of. */
const PACKAGES = {
  "@strapi/strapi": VERSION,
  "@strapi/plugin-users-permissions": VERSION,
  pg: "8.16.3",
  react: "18.3.1",
  "react-dom": "18.3.1",
  "react-router-dom": "6.30.1",
  "styled-components": "6.1.19",
}
const START_WITHIN_MS = 120_000
const STUDENT = { username: "asha", email: "asha@example.com", password: "a-long-enough-password" }

/**
 * Starts Strapi with the same programs in the product's own PostgreSQL, for signed-in students alone. It has no rules
 * about rows, so the query picks the student's own enrolments. Throws where it can't be installed.
 */
export async function startStrapi(world: World, programs: readonly Program[]): Promise<Neighbour> {
  const folder = installOnce(`strapi-${VERSION}`, PACKAGES)
  const { url } = await databaseBeside(world, "strapi")
  const port = await freePort()
  writeProject(folder, { port, url, programs })
  const base = `http://127.0.0.1:${port}`
  const env = { PATH: process.env.PATH, NODE_ENV: "production", STRAPI_TELEMETRY_DISABLED: "true" }
  const server = {
    name: "Strapi",
    program: "node",
    parts: ["node_modules/@strapi/strapi/bin/strapi.js", "start"],
    options: { cwd: folder, env },
    address: `${base}/_health`,
  }
  await startServer(world, server, START_WITHIN_MS)
  const ask = client("Strapi", `${base}/api`)
  const { jwt, user } = await ask<{ jwt: string; user: { id: number } }>("auth/local", {
    body: { identifier: STUDENT.email, password: STUDENT.password },
  })
  const own = `populate[enrolments][filters][student][$eq]=${user.id}&populate[enrolments][fields][0]=id`
  return {
    name: `Strapi ${VERSION}`,
    port,
    path: `/api/programs?pagination[pageSize]=60&sort=place&${own}`,
    authorization: `Bearer ${jwt}`,
    differs: "the own enrolment picked by the query, for it has no rules about rows",
  }
}

type Wanted = { port: number; url: string; programs: readonly Program[] }

/** The project as its own generator writes one, with its administration switched off, which is no part of this. */
function writeProject(folder: string, { port, url, programs }: Wanted): void {
  const secret = () => randomBytes(16).toString("base64")
  rmSync(join(folder, "src"), { recursive: true, force: true })
  rmSync(join(folder, "config"), { recursive: true, force: true })
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const configure = (name: string, value: unknown) =>
    write(`config/${name}.js`, `module.exports = ${JSON.stringify(value)}\n`)
  configure("server", { host: "127.0.0.1", port, app: { keys: [secret(), secret()] } })
  configure("database", { connection: { client: "postgres", connection: { connectionString: url } } })
  configure("admin", {
    auth: { secret: secret() },
    apiToken: { salt: secret() },
    transfer: { token: { salt: secret() } },
    secrets: { encryptionKey: secret() },
    serveAdminPanel: false,
  })
  configure("api", { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } })
  configure("plugins", { "users-permissions": { config: { jwtSecret: secret() } } })
  const steps = [
    "logger",
    "errors",
    "security",
    "cors",
    "poweredBy",
    "query",
    "body",
    "session",
    "favicon",
    "public",
  ]
  configure(
    "middlewares",
    steps.map((step) => `strapi::${step}`),
  )
  const kind = (name: string, attributes: object) => {
    const schema = {
      kind: "collectionType",
      collectionName: `${name}s`,
      info: { singularName: name, pluralName: `${name}s`, displayName: name },
      options: { draftAndPublish: false },
      attributes,
    }
    write(`src/api/${name}/content-types/${name}/schema.json`, JSON.stringify(schema))
    for (const part of ["Router", "Controller", "Service"]) {
      const place = part === "Router" ? "routes" : `${part.toLowerCase()}s`
      const made = `require("@strapi/strapi").factories.createCore${part}("api::${name}.${name}")`
      write(`src/api/${name}/${place}/${name}.js`, `module.exports = ${made}\n`)
    }
  }
  const typed = (names: readonly string[], type: string) =>
    Object.fromEntries(names.map((name) => [name, { type }]))
  kind("program", {
    ...typed(TEXTS, "text"),
    ...typed(NUMBERS, "float"),
    place: { type: "integer" },
    sample_figures: { type: "boolean" },
    enrolments: {
      type: "relation",
      relation: "oneToMany",
      target: "api::enrolment.enrolment",
      mappedBy: "program",
    },
  })
  kind("enrolment", {
    student: { type: "integer" },
    program: {
      type: "relation",
      relation: "manyToOne",
      target: "api::program.program",
      inversedBy: "enrolments",
    },
  })
  mkdirSync(join(folder, "public/uploads"), { recursive: true })
  write("rows.json", JSON.stringify({ programs, student: STUDENT }))
  write("src/index.js", FILL)
}

/** Its content comes in by its own API inside the process, before it listens. */
const FILL = `
module.exports = {
  async bootstrap({ strapi }) {
    const { programs, student } = require(process.cwd() + "/rows.json")
    const roles = strapi.db.query("plugin::users-permissions.role")
    const role = await roles.findOne({ where: { type: "authenticated" } })
    for (const kind of ["program", "enrolment"]) {
      const data = { action: "api::" + kind + "." + kind + ".find", role: role.id }
      await strapi.db.query("plugin::users-permissions.permission").create({ data })
    }
    const person = { ...student, provider: "local", confirmed: true, role: role.id }
    const { id } = await strapi.service("plugin::users-permissions.user").add(person)
    for (const [place, { id: _, enrolled, ...fields }] of programs.entries()) {
      const data = { ...fields, place }
      const { documentId } = await strapi.documents("api::program.program").create({ data })
      if (!enrolled) continue
      const seat = { student: id, program: documentId }
      await strapi.documents("api::enrolment.enrolment").create({ data: seat })
    }
  },
}
`
