import { once } from "node:events"
import { appendFile, readFile, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { expect, onTestFinished, test, vi } from "vitest"
import { claimDataFolder, DataFolderInUse, findClaimant } from "#platform/data-folder.ts"
import { PostgresFailed } from "#platform/postgres/failure.ts"
import { ask, makeFolder, readNotes, start, startOwner, writeNote } from "#tests/postgres-process.ts"

vi.setConfig({ testTimeout: 60_000 })

test("OPS-01 the first start makes a UTF-8 database on loopback, and the second keeps its rows", async () => {
  const dataDir = await makeFolder()
  const first = await start(dataDir)
  await writeNote(first.url, "kept")
  expect(
    await ask(
      first.url,
      "SELECT upper('šé') AS a, current_setting('listen_addresses') AS b, current_user AS c",
    ),
  ).toEqual({
    a: "ŠÉ",
    b: "127.0.0.1",
    c: "kaksha",
  })
  await first.stop()
  const second = await start(dataDir)
  expect(second).toMatchObject({ adopted: false, port: first.port, url: first.url })
  expect(await readNotes(second.url)).toEqual(["kept"])
})

test("OPS-01 a second copy of the product on the same data folder is refused and told by whom", async () => {
  const dataDir = await makeFolder()
  const owner = await startOwner(dataDir, null)
  const refusal = await start(dataDir).catch((error) => error)
  expect(refusal).toBeInstanceOf(DataFolderInUse)
  expect(refusal.pid).toBe(owner.process.pid)
  expect(await ask(owner.url, "SELECT 1 AS a")).toEqual({ a: 1 })
  await owner.stop()
  const server = await start(dataDir)
  await expect(start(dataDir)).rejects.toThrow(DataFolderInUse)
  expect(await ask(server.url, "SELECT 1 AS a")).toEqual({ a: 1 })
})

test("OPS-01 a product that has claimed its data folder starts PostgreSQL on it and keeps the claim", async () => {
  const dataDir = await makeFolder()
  const claim = await claimDataFolder(dataDir)
  const server = await start(dataDir)
  expect(await ask(server.url, "SELECT 1 AS a")).toEqual({ a: 1 })
  await expect(start(dataDir)).rejects.toThrow(DataFolderInUse)
  await server.stop()
  expect(await findClaimant(dataDir)).toBe(process.pid)
  claim.release()
})

test("OPS-01 a remembered port that is taken is replaced, and one asked for is reported", async () => {
  const dataDir = await makeFolder()
  const first = await start(dataDir)
  await writeNote(first.url, "kept")
  await first.stop()
  const blocker = createServer().listen(first.port, "127.0.0.1")
  await once(blocker, "listening")
  onTestFinished(() => void blocker.close())
  const asking = start(dataDir, { port: first.port })
  await expect(asking).rejects.toThrow(
    `PostgreSQL can't listen on port ${first.port}. Another program uses it`,
  )
  const second = await start(dataDir)
  expect(second.port).not.toBe(first.port)
  expect(await readNotes(second.url)).toEqual(["kept"])
})

test("OPS-01 a start that fails shows PostgreSQL's last lines and what to do", async () => {
  const dataDir = await makeFolder()
  const first = await start(dataDir)
  await first.stop()
  const settings = join(dataDir, "postgres", "postgresql.conf")
  const good = await readFile(settings)
  await appendFile(settings, "\nwork_mem = 'plenty'\n")
  const failure = await start(dataDir).catch((error) => error)
  expect(failure).toBeInstanceOf(PostgresFailed)
  expect(failure.output).toContain('invalid value for parameter "work_mem": "plenty"')
  expect(failure.message).toContain("Correct the setting named above")
  await writeFile(settings, good)
  await start(dataDir)
})
