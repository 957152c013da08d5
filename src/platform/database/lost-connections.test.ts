import pg from "pg"
import { expect, inject, onTestFinished, test, vi } from "vitest"
import { createTestDatabase } from "#tests/database.ts"
import { openRelay } from "#tests/relay.ts"
import { emit, listenForChanges } from "../events.ts"
import { createLog } from "../log/log.ts"
import { outageOf } from "../outage.ts"
import { USUAL_PATIENCE } from "../patience.ts"
import { openDatabaseLink } from "./database-link.ts"
import { createPool, databaseOn } from "./db.ts"

async function openDatabase() {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const admin = new pg.Client({ connectionString: inject("postgresAdminUrl") })
  await admin.connect()
  onTestFinished(() => admin.end())
  const name = new URL(database.url).pathname.slice(1)
  const connections = async (application: string) =>
    (
      await admin.query(
        "select 1 from pg_stat_activity where datname = $1 and application_name = $2 and state = 'idle'",
        [name, application],
      )
    ).rowCount
  const cut = (application: string) =>
    admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = $2",
      [name, application],
    )
  return { url: database.url, name, admin, connections, cut }
}

test("D1 a connection that is lost between two queries of its holder fails the next one and nothing else", async () => {
  const { url, cut } = await openDatabase()
  const pool = createPool(url)
  onTestFinished(() => pool.end())
  const held = await pool.connect()
  const lost = new Promise((heard) => held.once("end", heard))
  await cut("kaksha")
  await lost
  await expect(held.query("select 1")).rejects.toThrow()
  held.release()
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }])
})

test("D1 a connection that is lost while nobody uses it, or while its pool closes, ends no process", async () => {
  const { url, name, admin, cut } = await openDatabase()
  const pool = createPool(url)
  await pool.query("select 1")
  const lost = new Promise((heard) => pool.once("error", heard))
  await cut("kaksha")
  await lost
  // As when a database is dropped: the server's last word reaches a connection that is closing.
  await pool.query("select 1")
  await Promise.all([pool.end(), cut("kaksha")])
  await expect
    .poll(
      async () => (await admin.query("select 1 from pg_stat_activity where datname = $1", [name])).rowCount,
    )
    .toBe(0)
  expect(createPool(url).listenerCount("error")).toBe(1)
})

test("OPS-02 connections to a server that takes no writes any more are given up, so that writes go on once another does", async () => {
  const { url, name, admin } = await openDatabase()
  const pool = createPool(url, 3, openDatabaseLink())
  onTestFinished(() => pool.end())
  await admin.query(`alter database ${name} set default_transaction_read_only = on`)
  const held = await Promise.all([pool.connect(), pool.connect()])
  const writing = databaseOn(pool).transaction((tx) => tx.execute("create table written (n int)"))
  const refused = await Promise.allSettled([
    ...held.map((client) => client.query("create table written (n int)")),
    writing,
  ])
  const outages = refused.map((one) => one.status === "rejected" && outageOf(one.reason))
  expect(outages).toEqual(Array(3).fill("SERVICE_UNAVAILABLE"))
  await admin.query(`alter database ${name} reset default_transaction_read_only`)
  for (const client of held) client.release()
  await pool.query("create table written (n int)")
})

test("D1 however often the database refuses, changes are followed by one connection once it is back", async () => {
  const { url, name, admin, connections, cut } = await openDatabase()
  const log = createLog("silent")
  const warned = vi.spyOn(log, "warn")
  const refusals = () => warned.mock.calls.filter(([, text]) => text?.includes("trying again")).length
  const changes = await listenForChanges(url, log)
  onTestFinished(() => changes.close())
  let heard = 0
  changes.on("class:1", () => {
    heard += 1
  })
  await admin.query(`alter database ${name} allow_connections false`)
  await cut("kaksha-changes")
  await expect.poll(refusals, { timeout: 15_000 }).toBeGreaterThanOrEqual(4)
  await admin.query(`alter database ${name} allow_connections true`)
  await expect.poll(() => heard, { timeout: 5_000 }).toBe(1)
  const teller = createPool(url)
  onTestFinished(() => teller.end())
  await emit({ db: databaseOn(teller) }, "class.changed", "1")
  await expect.poll(() => heard).toBe(2)
  expect(await connections("kaksha-changes")).toBe(1)
})

test("OPS-06 a start waits for a database that takes its time, and ends where nothing comes at all", async () => {
  const { url } = await openDatabase()
  const relay = await openRelay(Number(new URL(url).port))
  onTestFinished(() => relay.close())
  const relayed = Object.assign(new URL(url), { port: String(relay.port) }).href
  const log = createLog("silent")
  const warned = vi.spyOn(log, "warn")
  const follow = (connect: number) =>
    listenForChanges(relayed, log, openDatabaseLink({ ...USUAL_PATIENCE, connect, retry: 20 }))
  relay.silence()
  await expect(follow(20)).rejects.toThrow("timeout expired")
  warned.mockClear()
  const opening = follow(2_000)
  await expect.poll(() => warned.mock.calls.length, { timeout: 10_000 }).toBe(1)
  relay.mend()
  const changes = await opening
  expect(changes.read().state).toBe("up")
  await changes.close()
})
