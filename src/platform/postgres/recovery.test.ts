import { once } from "node:events"
import { readdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { findBarrier } from "#platform/postgres/account.ts"
import { readProcessState } from "#platform/postgres/process-state.ts"
import {
  makeFolder,
  makeProcess,
  patience,
  projectRoot,
  readNotes,
  spawnOwner,
  start,
  startOwner,
  writeNote,
} from "#tests/postgres-process.ts"

vi.setConfig({ testTimeout: 60_000 })

/** Who starts the product: this account, and beside root an ordinary one where it can enter the project. */
const nobody = { name: "nobody", uid: 65_534, gid: 65_534 }
const owners = [
  { title: process.getuid?.() === 0 ? "root" : "an ordinary account", account: null },
  ...(process.getuid?.() === 0 && !findBarrier(projectRoot, nobody, "enter")
    ? [{ title: "an ordinary account", account: nobody }]
    : []),
]

test("OPS-01 a PostgreSQL that is killed is started again on the same port with its rows", async () => {
  const server = await start(await makeFolder())
  await writeNote(server.url, "kept")
  for (const _ of [1, 2]) {
    const killed = server.pid
    process.kill(killed, "SIGKILL")
    // A killed server can respond for a moment longer, so the test waits for its successor first.
    await vi.waitFor(() => expect(server.pid).not.toBe(killed), patience)
    await vi.waitFor(async () => expect(await readNotes(server.url)).toEqual(["kept"]), patience)
  }
  const { pid } = server
  await server.stop()
  expect((await readProcessState(pid)).alive).toBe(false)
})

test.each(owners)(
  "OPS-01 when the product run by $title is killed, the next start takes PostgreSQL over with its rows",
  async ({ account }) => {
    const dataDir = await makeFolder(account)
    const first = await startOwner(dataDir, account)
    await writeNote(first.url, "kept")
    await first.kill()
    const second = await startOwner(dataDir, account)
    expect(second).toMatchObject({ ready: true, adopted: true, pid: first.pid, url: first.url })
    expect(await readNotes(second.url)).toEqual(["kept"])
    await second.stop()
    expect((await readProcessState(first.pid)).alive).toBe(false)
  },
)

test.each(owners)(
  "OPS-01 when the product run by $title and PostgreSQL are both killed, the next start repairs",
  async ({ account }) => {
    const dataDir = await makeFolder(account)
    const first = await startOwner(dataDir, account)
    await writeNote(first.url, "kept")
    await first.kill()
    process.kill(first.pid, "SIGKILL")
    const second = await startOwner(dataDir, account)
    expect(second).toMatchObject({ ready: true, adopted: false })
    expect(await readNotes(second.url)).toEqual(["kept"])
    await second.stop()
  },
)

test("OPS-01 an adopted PostgreSQL is watched over like one of our own", async () => {
  const dataDir = await makeFolder()
  const first = await startOwner(dataDir, null)
  await writeNote(first.url, "kept")
  await first.kill()
  const server = await start(dataDir)
  expect(server.adopted).toBe(true)
  process.kill(first.pid, "SIGKILL")
  await vi.waitFor(() => expect(server.pid).not.toBe(first.pid), patience)
  await vi.waitFor(async () => expect(await readNotes(server.url)).toEqual(["kept"]), patience)
})

test.each(["a stranger", "a zombie", "nothing"])(
  "OPS-01 a process id file that names %s is put aside",
  async (what) => {
    const dataDir = await makeFolder()
    const first = await start(dataDir)
    await writeNote(first.url, "kept")
    await first.stop()
    const pid = await makeProcess(what)
    expect((await readProcessState(pid)).alive).toBe(what === "a stranger")
    const cluster = join(dataDir, "postgres")
    await writeFile(
      join(cluster, "postmaster.pid"),
      `${pid}\n${cluster}\n1\n${first.port}\n\n127.0.0.1\n1 1\nready   \n`,
    )
    const second = await start(dataDir)
    expect(second.adopted).toBe(false)
    expect(await readNotes(second.url)).toEqual(["kept"])
  },
)

test("OPS-01 a first start that was killed halfway is done again", async () => {
  const dataDir = await makeFolder()
  const owner = spawnOwner(dataDir, null)
  const isHalfDone = async () => {
    const draft = (await readdir(dataDir)).find((name) => name.startsWith("postgres.init-"))
    expect(await readdir(join(dataDir, draft ?? "no draft yet", "data"))).toContain("global")
  }
  await vi.waitFor(isHalfDone, { timeout: 60_000, interval: 2 })
  owner.kill("SIGKILL")
  await once(owner, "exit")
  expect(await readdir(dataDir)).not.toContain("postgres")
  const server = await start(dataDir)
  await writeNote(server.url, "kept")
  expect(await readNotes(server.url)).toEqual(["kept"])
})

test("OPS-01 the loss of the password file does not lose the database", async () => {
  const dataDir = await makeFolder()
  const first = await startOwner(dataDir, null)
  await writeNote(first.url, "kept")
  await first.kill()
  await rm(join(dataDir, "postgres.password"))
  const second = await start(dataDir)
  expect(second.url).not.toBe(first.url)
  expect(await readNotes(second.url)).toEqual(["kept"])
  await expect(readNotes(first.url)).rejects.toThrow("password authentication failed")
})
