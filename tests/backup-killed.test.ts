import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { expect, test } from "vitest"
import { inspectArchive } from "#platform/backup/inspect.ts"
import { noteUnfinished } from "#platform/backup/unfinished.ts"
import { emptyPlace, makeWorld, rewriteArchive } from "./backup-world.ts"
import { kaksha } from "./commands.ts"
import { freePort } from "./free-port.ts"

const root = resolve(import.meta.dirname, "..")
const node = join(root, "node_modules/.bin/node")

/** As many steps of a restore are tried; the long run of the faults tries more. */
const KILLS = process.env.FAULT_SEEDS ? 2 * Number(process.env.FAULT_SEEDS) : 2

type Place = { env: { DATABASE_URL: string; KAKSHA_DATA: string } }

/** Restores in a process that is killed at a step, or not at all. */
function restoreKilled(step: number, archive: string, { env }: Place, ...options: string[]) {
  const args = ["tests/killed-restore.ts", String(step), archive, ...options]
  return spawnSync(node, args, { cwd: root, encoding: "utf8", env: { PATH: process.env.PATH ?? "", ...env } })
}

test("OPS-03 a restore killed at any step is finished by the same command, row by row and file by file", async () => {
  const from = await makeWorld(200_000)
  const archive = join(from.folder, "copy.tar")
  await kaksha("backup", ["--to", archive], from.env)
  const straight = await emptyPlace()
  const run = restoreKilled(0, archive, straight)
  expect(run.status, run.stderr).toBe(0)
  const steps = Number(/steps: (\d+)/.exec(run.stdout)?.[1])
  expect(steps).toBeGreaterThan(50)

  // The last steps write files and keys and take the note away; the others are spread over all the rest.
  const spread = Array.from({ length: KILLS }, (_, at) => Math.ceil(((at + 1) * (steps - 12)) / KILLS))
  for (const step of [...spread, steps - 8]) {
    const to = await emptyPlace()
    expect(restoreKilled(step, archive, to).signal, `step ${step}`).toBe("SIGKILL")
    const finished = await kaksha("restore", [archive], to.env)
    expect(finished, `step ${step}`).toMatchObject({ code: 0, err: "" })
    expect(await kaksha("restore", [archive, "--verify"], to.env), `step ${step}`).toMatchObject({
      code: 0,
      err: "",
    })
    expect(readFileSync(join(to.folder, "secrets.json"), "utf8")).toContain("a".repeat(64))
  }
})

test("OPS-03 after a restore that was cut off nothing starts, and every command says how to finish it", async () => {
  const from = await makeWorld(1_000)
  const archive = join(from.folder, "copy.tar")
  await kaksha("backup", ["--to", archive], from.env)
  const to = await emptyPlace()
  await kaksha("restore", [archive], to.env)
  const client = await to.database.pool.connect()
  const manifest = await inspectArchive(archive)
  const archived = { archive: manifest.checksums?.get("manifest.json") ?? "", made_at: manifest.made_at }
  await noteUnfinished(client, { ...archived, path: archive }).finally(() => client.release())
  rmSync(join(to.folder, "secrets.json"))
  for (const command of ["backup", "upgrade", "migrate", "seed"] as const) {
    const refused = await kaksha(command, [], to.env)
    expect(refused.code, command).toBe(1)
    expect(refused.err, command).toContain(`Finish it with\n  npm run kaksha -- restore ${archive}`)
  }
  expect((await kaksha("doctor", [], to.env)).out).toContain("XX  restore: A restore of the backup of")
  const { startServer } = await import("#app/server.ts")
  const { readEnvironment } = await import("#platform/env.ts")
  const variables = {
    ...to.env,
    LIVEKIT_URL: "ws://127.0.0.1:1",
    LIVEKIT_API_KEY: "k",
    LIVEKIT_API_SECRET: "s".repeat(32),
  }
  const starting = startServer({
    env: readEnvironment(variables),
    projectRoot: root,
    report: () => {},
    longStep: () => ({ show() {}, done() {} }),
    role: "worker",
  })
  await expect(starting).rejects.toThrow(/was cut off here\. Finish it with\n {2}npm run kaksha -- restore/)
  expect(existsSync(join(to.folder, "secrets.json"))).toBe(false)

  // Another backup can't start in between; when told to, it starts over and leaves nothing of the first.
  const other = join(from.folder, "other.tar")
  await rewriteArchive(archive, other, (name, content) =>
    name === "manifest.json"
      ? Buffer.from(content.toString().replace(/"made_at": "\d{4}/, '"made_at": "2020'))
      : content,
  )
  const refused = await kaksha("restore", [other], to.env)
  expect(refused.err).toContain("A restore of another backup")
  expect(await kaksha("restore", [other, "--replace"], to.env)).toMatchObject({ code: 0, err: "" })
  expect(readFileSync(join(to.folder, "secrets.json"), "utf8")).toContain("a".repeat(64))
})

test("OPS-03 a restore into a database that is away says so in one sentence", async () => {
  const from = await makeWorld(1_000)
  const archive = join(from.folder, "copy.tar")
  await kaksha("backup", ["--to", archive], from.env)
  const away = Object.assign(new URL(from.url), { port: String(await freePort()) }).href
  const { code, err } = await kaksha("restore", [archive], { ...from.env, DATABASE_URL: away })
  expect(code).toBe(1)
  expect(err).toMatch(/^The database at \S+ doesn't answer \(connection refused\)\. [^\n]*$/)
})
