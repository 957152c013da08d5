import { expect, onTestFinished, test, vi } from "vitest"
import { isDatabaseFull, openDatabaseLink } from "#platform/database/database-link.ts"
import { listenForChanges } from "#platform/events.ts"
import { createLog } from "#platform/log/log.ts"
import { outageOf } from "#platform/outage.ts"
import { ask, makeFolder, patience, readNotes, start, writeNote } from "#tests/postgres-process.ts"
import { mountSmallDisk } from "#tests/small-disk.ts"

vi.setConfig({ testTimeout: 60_000 })

/** A cluster takes 40 MB, and this leaves room for some of its log. */
const DISK_BYTES = 110 * 2 ** 20
/** Writes into the log of PostgreSQL, and into no table. */
const FILL_LOG = "select pg_logical_emit_message(false, 'fill', repeat('x', 4000000))"
const BIG_TABLE = "create table big as select repeat(md5(i::text), 30) from generate_series(1, 20000) as i"

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test("OPS-01 a PostgreSQL whose disk runs full refuses to write as long as it can, dies over its log, and serves with all its rows once there is space", async () => {
  const disk = mountSmallDisk(DISK_BYTES)
  const dataDir = disk?.folder ?? (await makeFolder())
  const errors: string[] = []
  const log = { info() {}, warn() {}, error: (_: object, text: string) => void errors.push(text) }
  const server = await start(dataDir, { log })
  if (disk) onTestFinished(() => disk.close())
  await writeNote(server.url, "kept")
  const link = openDatabaseLink()
  const changes = await listenForChanges(server.url, createLog("silent"), link)
  onTestFinished(() => changes.close())

  if (disk) {
    disk.fill()
    // A table that doesn't fit is refused, and nothing else is.
    expect(isDatabaseFull(await failureOf(ask(server.url, BIG_TABLE)))).toBe(true)
    expect(await readNotes(server.url)).toEqual(["kept"])
    // It recovers once or twice into what is left, and then no more.
    const isGivenUp = () => errors.some((text) => text.includes("The disk is full"))
    await vi.waitFor(async () => {
      const failure = await failureOf(ask(server.url, FILL_LOG))
      if (failure) expect(outageOf(failure)).not.toBeNull()
      expect(isGivenUp()).toBe(true)
    }, patience)
    await vi.waitFor(() => expect(link.read().state).toBe("down"), patience)
    disk.free()
  } else {
    // Where no disk can be mounted: the same end that a full disk makes PostgreSQL choose.
    const writer = (await ask(
      server.url,
      "select pid from pg_stat_activity where backend_type = 'walwriter'",
    )) as { pid: number }
    process.kill(writer.pid, "SIGABRT")
  }
  const freedAt = performance.now()
  await vi.waitFor(async () => expect(await readNotes(server.url)).toEqual(["kept"]), patience)
  await ask(server.url, BIG_TABLE)
  await vi.waitFor(() => expect(link.read().state).toBe("up"), patience)
  expect(performance.now() - freedAt).toBeLessThan(10_000)
})
