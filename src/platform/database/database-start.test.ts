import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, inject, onTestFinished, test, vi } from "vitest"
import { kaksha, makeTestFolder } from "#tests/commands.ts"
import { createTestDatabase } from "#tests/database.ts"
import { freePort } from "#tests/free-port.ts"
import { openRelay } from "#tests/relay.ts"
import { claimDataFolder } from "../data-folder.ts"
import { waitForDatabase } from "./database-start.ts"

const projectRoot = resolve(import.meta.dirname, "../../..")
const FAST = { connect: 200, retry: 20 }

const urlWith = (change: Partial<Record<"port" | "pathname" | "username" | "password", string>>) =>
  Object.assign(new URL(inject("postgresTemplateUrl")), change).href

test("OPS-02 a start waits for a database that refuses or says nothing, says so once, and goes on when it answers", async () => {
  const silent = await openRelay(Number(new URL(inject("postgresTemplateUrl")).port))
  onTestFinished(() => silent.close())
  silent.silence()
  const closed = await freePort()
  for (const [port, why] of [
    [closed, "connection refused"],
    [silent.port, "no answer in time"],
  ] as const) {
    const report = vi.fn<(line: string) => void>()
    const waiting = waitForDatabase(urlWith({ port: String(port) }), report, FAST)
    await expect.poll(() => report.mock.calls.flat()).toEqual([expect.stringContaining("Waiting for it")])
    const [told] = report.mock.calls.flat()
    expect(told).toContain(`127.0.0.1:${port}`)
    expect(told).toContain(why)
    if (port === silent.port) silent.mend()
    else {
      const opened = await openRelay(Number(new URL(inject("postgresTemplateUrl")).port), port)
      onTestFinished(() => opened.close())
    }
    await waiting
    expect(report.mock.calls.flat()).toEqual([told, "The database answers"])
  }
})

test("OPS-02 a start waits for a replica to be promoted", async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const name = new URL(database.url).pathname.slice(1)
  await database.pool.query(`alter database ${name} set default_transaction_read_only = on`)
  const report = vi.fn<(line: string) => void>()
  const waiting = waitForDatabase(database.url, report, FAST)
  await expect
    .poll(() => report.mock.calls.flat())
    .toEqual([expect.stringMatching(/only takes reads, as a replica does\. Waiting for it/)])
  await database.pool.query(
    `begin read write; alter database ${name} reset default_transaction_read_only; commit`,
  )
  await waiting
  expect(report).toHaveBeenCalledTimes(2)
})

test("OPS-02 a wrong name, role or password, and a data folder that is a file, each get a sentence with the remedy", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-start-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, "file")
  writeFileSync(file, "")
  const wrong: [NodeJS.ProcessEnv, RegExp][] = [
    [
      { DATABASE_URL: urlWith({ pathname: "/nowhere" }) },
      /has no database "nowhere"\. Make it with createdb/,
    ],
    [{ DATABASE_URL: urlWith({ username: "nobody" }) }, /refuses the role "nobody".*Check role and password/],
    [{ DATABASE_URL: urlWith({ password: "wrong" }) }, /refuses the role .*Check role and password/],
    [{ DATABASE_URL: urlWith({ port: String(await freePort()) }) }, /doesn't answer \(connection refused\)/],
    [{ KAKSHA_DATA: file }, /is a file or is inside one\. Move the file away, or set KAKSHA_DATA/],
    [{ KAKSHA_DATA: join(file, "below") }, /is a file or is inside one/],
  ]
  for (const [variables, sentence] of wrong) {
    const { code, err } = await kaksha("backup", [], { KAKSHA_DATA: folder, ...variables })
    expect(err).toMatch(sentence)
    expect([code, err.trim().split("\n").length], err).toEqual([1, 1])
  }
  // At the terminal without a stack.
  const run = spawnSync(process.execPath, ["src/app/cli.ts", "backup"], {
    ...{ cwd: projectRoot, encoding: "utf8" as const },
    env: { ...process.env, KAKSHA_DATA: file },
  })
  expect([run.status, run.stderr.trim().split("\n").length], run.stderr).toEqual([1, 1])
})

test("OPS-03 beside a product that is just being made, or whose database is away, a command says so in one sentence", async () => {
  const folder = makeTestFolder()
  const { release } = await claimDataFolder(folder)
  onTestFinished(release)
  const sentence = new RegExp(
    `^The database of the running product \\(process ${process.pid}\\) doesn't answer\\. .*\n?$`,
  )
  for (const name of ["backup", "upgrade", "make-admin"] as const) {
    const args = name === "make-admin" ? ["--email", "office@example.com"] : []
    const { code, err } = await kaksha(name, args, { KAKSHA_DATA: folder })
    expect([code, err]).toEqual([1, expect.stringMatching(sentence)])
  }
  writeFileSync(join(folder, "postgres.password"), "secret")
  writeFileSync(join(folder, "postgres.port"), String(await freePort()))
  const { code, err } = await kaksha("backup", [], { KAKSHA_DATA: folder })
  expect([code, err]).toEqual([1, expect.stringMatching(sentence)])
})
