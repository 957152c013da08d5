import { join } from "node:path"
import { eq } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { type OpenDatabase, withRuntime } from "#app/commands/parts.ts"
import type { Runtime } from "#app/runtime.ts"
import { remindOfClasses } from "#features/classes/server/notices/reminders.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { decideRestoredCopy, readRestoredCopy } from "#features/notifications/server/restored-copy.ts"
import { sendNotice, sweepNotices } from "#features/notifications/server/sending.ts"
import { type NoticeDraft, queueNotices } from "#features/notifications/server/service.ts"
import { notices, outbox } from "#features/notifications/server/table.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { readEnvironment } from "#platform/env.ts"
import { diskStore } from "#platform/storage/disk.ts"
import { sparingStore } from "#platform/storage/sparing.ts"
import { inScope } from "#platform/tracing/trace.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE } from "#shared/time.ts"
import { emptyPlace, makeWorld } from "./backup-world.ts"
import { kaksha, makeTestFolder } from "./commands.ts"
import { createAdmin } from "./people.ts"

type Place = { DATABASE_URL: string; KAKSHA_DATA: string }

/** The product's services on a database, as one of its processes has them, until the test ends. */
async function open(env: Place): Promise<Runtime> {
  const call = { env: readEnvironment(env), variables: env, projectRoot: process.cwd(), args: [] }
  const database: Pick<OpenDatabase, "url" | "dataFolder"> = {
    url: env.DATABASE_URL,
    dataFolder: env.KAKSHA_DATA,
  }
  const ended = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<Runtime>()
  const closed = withRuntime(call, database, (runtime) => {
    opened.resolve(runtime)
    return ended.promise
  })
  closed.catch(opened.reject)
  onTestFinished(async () => {
    ended.resolve()
    await closed
  })
  return opened.promise
}

const timer = (runtime: Runtime): Ctx => runtime.contextFor(null, runtime.log)

/** What a person asks of this very copy. */
function asked<T>(work: () => Promise<T>): Promise<T> {
  return inScope({ request: newId(), asked: true }, work)
}

function absence(cause_id: string, recipient: string, secret = false): NoticeDraft {
  return {
    ...{ kind: "absence", cause_id, subject_ids: [], channel: "sms", recipient, secret },
    ...{ recipient_name: "Lata Rao", text: "Asha was absent", variables: {}, held: null },
  }
}

const queue = (ctx: Ctx, ...drafts: NoticeDraft[]) => inTransaction(ctx, (tx) => queueNotices(tx, drafts))

/** Sends what is queued, and returns who was sent what since the beginning. */
async function sendAll(runtime: Runtime): Promise<string[]> {
  const ctx = timer(runtime)
  const queued = await ctx.db.select({ id: notices.id }).from(notices).where(eq(notices.status, "queued"))
  for (const { id } of queued) await sendNotice(ctx, id)
  const told = await ctx.db.select().from(outbox)
  return told.map(({ channel, recipient, text }) => `${channel} ${recipient} ${text}`)
}

/** A product with five parents to notify and a class that starts soon, and its backup. */
async function makeOriginal() {
  const from = await makeWorld(1_000)
  await from.world.ctx.db
    .update(scheduledClasses)
    .set({ starts_at: new Date(Date.now() + 40 * MINUTE), ends_at: new Date(Date.now() + 90 * MINUTE) })
  // Who took a seat within the hour is not reminded.
  for (const table of ["scheduled_classes", "class_enrollments"])
    await from.world.ctx.db.execute(`update ${table} set created_at = now() - interval '1 day'`)
  const original = await open(from.env)
  const parents = [1, 2, 3, 4, 5].map((n) => absence(from.held.id, `+91981234567${n}`))
  await asked(() => queue(timer(original), ...parents, absence(newId(), "+919812345679", true)))
  const archive = join(from.folder, "copy.tar")
  expect(await kaksha("backup", ["--to", archive], from.env)).toMatchObject({ code: 0, err: "" })
  return { from, original, archive }
}

test("OPS-03 a restored copy holds whatever the original sends too, and sends what is asked for here", async () => {
  const { from, original, archive } = await makeOriginal()
  const to = await emptyPlace()
  const restored = await kaksha("restore", [archive], to.env)
  expect(restored).toMatchObject({ code: 0, err: "" })
  expect(restored.out).toContain("5 messages are held")
  const copy = await open(to.env)

  // Both run on: each sends its own messages, and reminds of the class that both have.
  expect(await remindOfClasses(timer(original))).toBe(1)
  expect(await remindOfClasses(timer(copy))).toBe(1)
  await sweepNotices(timer(copy))
  const [there, here] = [await sendAll(original), await sendAll(copy)]
  expect(there.filter((told) => told.startsWith("sms"))).toHaveLength(6)
  expect(there.filter((told) => told.startsWith("email"))).toHaveLength(4)
  expect(here).toEqual([])
  // A job of the backup was asked for at the original.
  const foreign = "select count(*)::int as n from pgboss.job where data -> '_origin' ? 'asked'"
  expect((await original.pool.query(foreign)).rows[0].n).toBeGreaterThan(0)
  expect((await copy.pool.query(foreign)).rows[0].n).toBe(0)

  // What a person asks for here is sent, about old classes too, and so are reminders of what is new here.
  await asked(() =>
    queue(timer(copy), absence(from.held.id, "+919800000001"), absence(newId(), "+919800000002", true)),
  )
  await queue(timer(copy), absence(newId(), "+919800000003"))
  expect((await sendAll(copy)).map((told) => told.slice(4, 17)).sort()).toEqual([
    "+919800000001",
    "+919800000002",
    "+919800000003",
  ])

  const admin = await createAdmin(timer(copy))
  const office: SignedInCtx = { ...timer(copy), viewer: admin }
  const state = await readRestoredCopy(office)
  expect(state).toMatchObject({ messages: 9 })
  const copy_id = state?.copy_id ?? ""
  expect(await decideRestoredCopy(office, { copy_id, decision: "drop" })).toEqual({ messages: 9 })
  expect(await decideRestoredCopy(office, { copy_id, decision: "drop" })).toEqual({ messages: 0 })
  await expect(decideRestoredCopy(office, { copy_id, decision: "send" })).rejects.toMatchObject({
    code: "NOTICE_SETTLED",
  })
  expect(await readRestoredCopy(office)).toBeNull()
  const acts = await copy.pool.query(
    "select actor_id, detail from audit_log where action = 'restored-copy.drop'",
  )
  expect(acts.rows).toEqual([{ actor_id: admin.user_id, detail: { messages: 9 } }])
  // From now on nothing is held back.
  await queue(timer(copy), absence(from.held.id, "+919800000004"))
  expect(await sendAll(copy)).toHaveLength(4)
})

test("OPS-03 messages held after a restore leave once an admin sends them, or at once with --release-messages", async () => {
  const { archive } = await makeOriginal()
  const to = await emptyPlace()
  await kaksha("restore", [archive], to.env)
  const copy = await open(to.env)
  const office: SignedInCtx = { ...timer(copy), viewer: await createAdmin(timer(copy)) }
  const copy_id = (await readRestoredCopy(office))?.copy_id ?? ""
  await expect(decideRestoredCopy(office, { copy_id: newId(), decision: "send" })).rejects.toMatchObject({
    code: "NOTICE_SETTLED",
  })
  expect(await decideRestoredCopy(office, { copy_id, decision: "send" })).toEqual({ messages: 5 })
  // The next sweep enqueues them.
  await sweepNotices(timer(copy))
  const jobs =
    "select count(*)::int as n from pgboss.job where name = 'notifications.send' and state = 'created'"
  expect((await copy.pool.query(jobs)).rows[0].n).toBeGreaterThanOrEqual(5)
  expect(await sendAll(copy)).toHaveLength(5)

  const gone = await emptyPlace()
  const restored = await kaksha("restore", [archive, "--release-messages"], gone.env)
  expect(restored).toMatchObject({ code: 0, err: "" })
  expect(restored.out).not.toContain("held")
  const successor = await open(gone.env)
  expect(await readRestoredCopy({ ...office, ...timer(successor), viewer: office.viewer })).toBeNull()
  expect(await sendAll(successor)).toHaveLength(6)
})

test("OPS-03 a backup of a copy that nobody has decided about is held again when it is restored", async () => {
  const { archive, from } = await makeOriginal()
  const to = await emptyPlace()
  await kaksha("restore", [archive], to.env)
  const second = join(from.folder, "second.tar")
  expect(await kaksha("backup", ["--to", second], to.env)).toMatchObject({ code: 0, err: "" })
  const next = await emptyPlace()
  await kaksha("restore", [second], next.env)
  const copy = await open(next.env)
  const office: SignedInCtx = { ...timer(copy), viewer: await createAdmin(timer(copy)) }
  expect(await readRestoredCopy(office)).toMatchObject({ messages: 5 })
  expect(await sendAll(copy)).toEqual([])
})

test("OPS-03 a restored copy that may share its bucket with the original deletes nothing there until it is decided about", async () => {
  const files = diskStore(makeTestFolder())
  let undecided = true
  const spared = sparingStore(files, async () => undecided)
  await spared.put("a", Buffer.from("x"), "text/plain")
  await spared.remove("a")
  expect(await files.size("a")).toBe(1)
  undecided = false
  await spared.remove("a")
  expect(await files.size("a")).toBeNull()
})
