import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Program } from "#contract/programs/programs.ts"
import { freePort } from "#tests/free-port.ts"
import { type Ask, client, type Neighbour, NUMBERS, startServer, TEXTS } from "./neighbour.ts"
import { cacheFolder, type World } from "./world.ts"

/** The last version that Go 1.26 builds. */
const VERSION = "v0.39.0"
const PACKAGE = `github.com/pocketbase/pocketbase/examples/base@${VERSION}`
const START_WITHIN_MS = 30_000
const ADMIN = { identity: "admin@pocketbase.example", password: "a-long-enough-password" }
const STUDENT = { email: "asha@pocketbase.example", password: "a-long-enough-password" }

/**
 * Starts PocketBase, built once by Go, with the same programs, for signed-in students only, each with whether
 * the student is enrolled. Throws if it can't be built.
 */
export async function startPocketBase(world: World, programs: readonly Program[]): Promise<Neighbour> {
  const program = buildOnce()
  const folder = mkdtempSync(join(tmpdir(), "kaksha-pocketbase-"))
  world.own(() => rmSync(folder, { recursive: true, force: true }))
  // It would keep what one run creates beside its program, and stumble over it in the next.
  const places = [`--dir=${folder}`, `--migrationsDir=${join(folder, "migrations")}`]
  const made = spawnSync(program, ["superuser", "upsert", ADMIN.identity, ADMIN.password, ...places])
  if (made.status !== 0) throw new Error(`PocketBase made no superuser: ${made.stderr}`)
  const port = await freePort()
  const base = `http://127.0.0.1:${port}/api`
  const parts = ["serve", `--http=127.0.0.1:${port}`, ...places]
  const server = { name: "PocketBase", program, parts, options: {}, address: `${base}/health` }
  await startServer(world, server, START_WITHIN_MS)
  const ask = client("PocketBase", base)
  await fill(ask, programs)
  const { token } = await ask<{ token: string }>("collections/users/auth-with-password", {
    body: { identity: STUDENT.email, password: STUDENT.password },
  })
  const path = "/api/collections/programs/records?perPage=60&sort=place&expand=enrolments_via_program"
  const differs = "each with the own enrolment by a rule"
  return { name: `PocketBase ${VERSION}`, port, path, authorization: token, differs }
}

function buildOnce(): string {
  const folder = join(cacheFolder, `pocketbase-${VERSION}`)
  const program = join(folder, "base")
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const built = spawnSync("go", ["install", PACKAGE], {
    env: { ...process.env, GOBIN: folder, CGO_ENABLED: "0" },
    encoding: "utf8",
  })
  if (built.status !== 0) throw new Error(`PocketBase could not be built with Go: ${built.stderr ?? "no Go"}`)
  return program
}

const SIGNED_IN = '@request.auth.id != ""'

async function fill(ask: Ask, programs: readonly Program[]): Promise<void> {
  const { token } = await ask<{ token: string }>("collections/_superusers/auth-with-password", {
    body: ADMIN,
  })
  const { id: programsId } = await ask<{ id: string }>("collections", {
    token,
    body: {
      name: "programs",
      type: "base",
      listRule: SIGNED_IN,
      viewRule: SIGNED_IN,
      fields: [
        ...TEXTS.map((name) => ({ name, type: "text", max: 20_000 })),
        ...[...NUMBERS, "place"].map((name) => ({ name, type: "number" })),
        { name: "sample_figures", type: "bool" },
      ],
      indexes: ["create index programs_place on programs (place)"],
    },
  })
  const { id: usersId } = await ask<{ id: string }>("collections/users", { token })
  await ask("collections", {
    token,
    body: {
      name: "enrolments",
      type: "base",
      listRule: "student = @request.auth.id",
      viewRule: "student = @request.auth.id",
      fields: [
        { name: "student", type: "relation", collectionId: usersId, maxSelect: 1 },
        { name: "program", type: "relation", collectionId: programsId, maxSelect: 1 },
      ],
      indexes: ["create index enrolments_program on enrolments (program, student)"],
    },
  })
  const { id: student } = await ask<{ id: string }>("collections/users/records", {
    token,
    body: { ...STUDENT, passwordConfirm: STUDENT.password },
  })
  for (const [place, program] of programs.entries()) {
    const { id: _, enrolled, ...fields } = program
    const record = await ask<{ id: string }>("collections/programs/records", {
      token,
      body: { ...fields, place },
    })
    const own = { student, program: record.id }
    if (enrolled) await ask("collections/enrolments/records", { token, body: own })
  }
}
