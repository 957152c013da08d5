import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { dispose, Room } from "@livekit/rtc-node"
import { expect, onTestFinished, test, vi } from "vitest"
import { ensureBuild } from "#app/build.ts"
import { withRuntime } from "#app/commands/parts.ts"
import { readEnvironment } from "#platform/env.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE, SECOND } from "#shared/time.ts"
import { createClass } from "#tests/classes.ts"
import { createTestDatabase } from "#tests/database.ts"
import { freePort } from "#tests/free-port.ts"
import { startS3Gateway } from "#tests/gateways/s3.ts"
import { SMTP_PASSWORD, SMTP_USER, startSmtpGateway } from "#tests/gateways/smtp.ts"
import { startTwilioGateway } from "#tests/gateways/twilio.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { startTestVideoServer } from "#tests/video-server.ts"
import { NOWHERE, writeEmptyClass } from "./empty-class.ts"
import { brokenInvariants } from "./invariants.ts"
import { makeMember } from "./member.ts"
import { cookieFor } from "./sessions.ts"

/** The recovery takes minutes, because a refused message is tried again after one. */
const THOROUGH = Number(process.env.FAULT_SEEDS ?? 1) > 1
const ABSENTEES = 5
const projectRoot = resolve(import.meta.dirname, "../..")
const TWILIO = { accountSid: "AC00000000000000000000000000000000", authToken: "the-token-of-texts" }
const STORE = { S3_ACCESS_KEY_ID: "kaksha", S3_SECRET_ACCESS_KEY: "stored-files-secret" }

/** The product for requests, and a worker that doesn't run; mail, texts and files lead to closed ports. */
async function startForsaken() {
  await ensureBuild(projectRoot, () => undefined)
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const ports = { web: await freePort(), worker: await freePort() }
  const away = { smtp: await freePort(), sms: await freePort(), store: await freePort() }
  const video = await startTestVideoServer({ webhookUrl: `http://127.0.0.1:${ports.web}/hooks/livekit` })
  onTestFinished(() => video.stop())
  const dataFolder = mkdtempSync(join(tmpdir(), "kaksha-forsaken-"))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }))
  const variables = {
    ...process.env,
    ...NOWHERE,
    ...STORE,
    KAKSHA_DATA: dataFolder,
    DATABASE_URL: database.url,
    LIVEKIT_URL: video.server.url,
    LIVEKIT_API_KEY: video.apiKey,
    LIVEKIT_API_SECRET: video.apiSecret,
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(away.smtp),
    SMTP_USER,
    SMTP_PASSWORD,
    MAIL_FROM: "Kaksha <hello@kaksha.example>",
    SMS_PROVIDER: "twilio",
    SMS_TWILIO_ACCOUNT_SID: TWILIO.accountSid,
    SMS_TWILIO_AUTH_TOKEN: TWILIO.authToken,
    SMS_TWILIO_FROM: "+15005550006",
    SMS_TWILIO_BASE_URL: `http://127.0.0.1:${away.sms}`,
    S3_BUCKET: "kaksha",
    S3_ENDPOINT: `http://127.0.0.1:${away.store}`,
  }
  const web = makeMember("web", ports.web, variables)
  const worker = makeMember("worker", ports.worker, variables)
  onTestFinished(() => worker.kill())
  onTestFinished(() => web.stop())
  await web.start()
  const people = await withRuntime(
    { env: readEnvironment(variables), variables, projectRoot, args: [] },
    { url: database.url, dataFolder },
    async (runtime) => {
      const ctx = runtime.contextFor(null, runtime.log)
      const [instructor, asha] = [await createInstructor(ctx), await createStudent(ctx)]
      const starts_at = new Date(Date.now() + MINUTE)
      const { id: classId } = await createClass(ctx, instructor, { starts_at, max_capacity: 5 })
      const empty = await writeEmptyClass(ctx, ABSENTEES)
      return {
        classId,
        student: await cookieFor(ctx, asha),
        teacher: await cookieFor(ctx, instructor),
        empty: { ...empty, teacher: await cookieFor(ctx, empty.instructor) },
      }
    },
  )
  // The trial's own notice was told when it was written.
  const { rows } = await database.pool.query<{ id: string }>("select id from notices")
  const seeded = rows.map(({ id }) => id)
  const ask = (cookie: string, path: string, body?: object) =>
    fetch(`http://127.0.0.1:${ports.web}${path}`, {
      headers: { cookie, "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    })
  return { ...people, pool: database.pool, worker, away, ask, seeded }
}

type Forsaken = Awaited<ReturnType<typeof startForsaken>>

async function enterAndLeave({ ask, student, teacher, classId }: Forsaken): Promise<void> {
  expect((await ask(student, `/api/v1/classes/${classId}/enrolments`, {})).status).toBe(200)
  expect((await ask(teacher, `/api/v1/classes/${classId}/start`, {})).status).toBe(200)
  const entered = await ask(student, `/api/v1/classes/${classId}/room/join`, { device_id: "device-1" })
  expect(entered.status).toBe(200)
  const { server_url, token } = (await entered.json()) as { server_url: string; token: string }
  const room = new Room()
  onTestFinished(() => dispose())
  await room.connect(server_url, token, { autoSubscribe: true, dynacast: false })
  expect(room.isConnected).toBe(true)
  await room.disconnect()
}

/** A class is over whose students stayed away, and whose board is to be kept. */
async function endEmptyClass({ ask, empty }: Forsaken): Promise<void> {
  const line = { id: newId(), page: 0, version: 1, kind: "line", ink: "red", size: 4, gone: false }
  const items = [{ ...line, points: [10, 10, 90, 90] }]
  expect(
    (await ask(empty.teacher, `/api/v1/classes/${empty.classId}/room/whiteboard`, { items })).status,
  ).toBe(200)
  expect((await ask(empty.teacher, `/api/v1/classes/${empty.classId}/end`, {})).status).toBe(200)
}

type Notice = { kind: string; channel: string; recipient: string; status: string; attempts: number }

async function readNotices({ pool, seeded }: Forsaken): Promise<Notice[]> {
  const { rows } = await pool.query<Notice>(
    "select kind, channel, recipient, status, attempts from notices where id <> all($1)",
    [seeded],
  )
  return rows
}

/** The worker is back before the others: what it tries is refused, and stays in the queue. */
async function tryInVain(forsaken: Forsaken): Promise<void> {
  await forsaken.worker.start()
  const patience = { timeout: 120 * SECOND, interval: 200 }
  await vi.waitFor(async () => {
    const all = await readNotices(forsaken)
    expect(all.filter(({ kind }) => kind === "absence")).toHaveLength(ABSENTEES)
    expect(all.filter(({ status, attempts }) => status !== "queued" || attempts === 0)).toEqual([])
    const { rowCount } = await forsaken.pool.query(
      "select 1 from pgboss.job where name = 'rooms.keep-whiteboard' and state = 'retry'",
    )
    expect(rowCount).toBe(1)
  }, patience)
}

/** Everything is back: waiting messages leave automatically, each once. */
async function leaveOnce(forsaken: Forsaken): Promise<void> {
  const { away, pool, empty } = forsaken
  const store = await startS3Gateway(away.store)
  onTestFinished(() => store.close())
  const mail = await startSmtpGateway(away.smtp)
  onTestFinished(() => mail.close())
  const texts = await startTwilioGateway(undefined, { ...TWILIO, port: away.sms })
  onTestFinished(() => texts.close())
  const back = Date.now()
  await vi.waitFor(
    async () => {
      const all = await readNotices(forsaken)
      expect(all.filter(({ status }) => status !== "sent")).toEqual([])
      const files = await pool.query("select 1 from room_files where class_id = $1", [empty.classId])
      expect(files.rowCount).toBe(1)
    },
    { timeout: 300 * SECOND, interval: 500 },
  )
  const took = Math.round((Date.now() - back) / SECOND)
  // A job that runs again would have repeated its work by then.
  await vi.waitFor(
    async () => {
      const open = await pool.query(
        `select name from pgboss.job where state in ('active', 'retry') or
           (state = 'created' and start_after <= now() and name not like '%\\_\\_%')`,
      )
      expect(open.rows).toEqual([])
    },
    { timeout: 60 * SECOND, interval: 200 },
  )
  const all = await readNotices(forsaken)
  const wanted = (channel: string) =>
    all.flatMap((one) => (one.channel === channel ? [one.recipient] : [])).sort()
  expect(texts.messages.map(({ to }) => to).sort()).toEqual(wanted("sms"))
  expect(wanted("sms")).toEqual(empty.phones)
  expect(wanted("email").length).toBeGreaterThan(0)
  expect(mail.mails.flatMap(({ to }) => (to ?? []).map(({ address }) => address)).sort()).toEqual(
    wanted("email"),
  )
  expect(await brokenInvariants(pool)).toEqual([])
  process.stdout.write(
    `  ${texts.messages.length} texts, ${mail.mails.length} mails and a board that waited left once each, ${took} s after everything was back\n`,
  )
}

test("CLS-09 ATT-03 with mail, texts, the store and every worker away people enrol, and enter the live room; once all are back what waited leaves once", {
  timeout: 900_000,
}, async () => {
  const forsaken = await startForsaken()
  const { ask, student, classId, pool } = forsaken
  await enterAndLeave(forsaken)
  for (const page of ["/live-classes", `/class/${classId}/room`, `/class/${classId}`, "/student-dashboard"]) {
    const answer = await ask(student, page)
    expect(answer.status, page).toBe(200)
    expect(await answer.text(), page).toContain("Fractions")
  }
  await endEmptyClass(forsaken)
  // What others do later was kept for them.
  const waiting = await pool.query("select 1 from pgboss.job where state = 'created'")
  expect(waiting.rowCount).toBeGreaterThan(0)
  if (!THOROUGH) return
  await tryInVain(forsaken)
  await leaveOnce(forsaken)
})
