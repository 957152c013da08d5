import { and, eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { receiveWhatsApp } from "#features/notifications/server/reports.ts"
import { notices } from "#features/notifications/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { type MessageWorld, startMessageWorld } from "#tests/message-world.ts"
import { createGuardian } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { endClass, everyJob, seatStudent, startClass } from "../test-class.ts"
import { queueDigests } from "./digest.ts"

let messages: MessageWorld
let context: MessageWorld["context"]

beforeAll(async () => {
  messages = await startMessageWorld()
  context = messages.context
})
// A Friday, 16:00 in Kolkata.
beforeEach(() => context.clock.set("2026-11-20T10:30:00Z"))
afterEach(() => messages.clear())
afterAll(() => messages.close())

const SUNDAY = 7

/** A guardian without a mail address who chose a digest, of a child who missed a class. */
async function createFamily(language: "en" | "hi" = "en") {
  const { row } = await startClass(context)
  const child = await seatStudent(context, row.id)
  const guardian = await createGuardian(context.ctx, child)
  await endClass(context, row.id)
  await messages.choose(guardian, { language, digest_weekday: SUNDAY })
  messages.clear()
  return { guardian, phone: child.parent_phone ?? "" }
}

/** Sunday evening, more than once. */
async function onSunday(): Promise<void> {
  context.clock.set("2026-11-22T12:30:00Z")
  for (let times = 0; times < 2; times += 1) {
    await queueDigests(context.ctx)
    await runJobs(context, everyJob)
  }
}

const waysTo = async ({ user_id }: SignedIn) => {
  const rows = await context.ctx.db
    .select()
    .from(notices)
    .where(and(eq(notices.kind, "weekly-digest"), eq(notices.subject_id, user_id)))
    .orderBy(notices.id)
  return rows.map(({ channel, status }) => `${channel} ${status}`)
}

test("NAV-12 DASH-04 a guardian without a mail address gets the digest on the devices they chose, without names", async () => {
  const { guardian } = await createFamily()
  await messages.addBrowser(guardian)
  await onSunday()
  expect(await waysTo(guardian)).toEqual(["push sent"])
  expect(messages.browsers.shown.map(({ payload }) => payload)).toMatchObject([
    {
      ...{ title: "Your family's week", href: "/family" },
      text: "0 classes in the next 7 days. 1 thing needs you",
    },
  ])
  expect(JSON.stringify(messages.browsers.shown)).not.toMatch(/Asha|Rao/)
  expect([messages.meta.messages, messages.texts.messages]).toEqual([[], []])
})

test("NAV-12 NAV-11 a digest goes by WhatsApp in the guardian's language where there is no device, or it is gone, and never by text", async () => {
  const [without, gone] = [await createFamily("hi"), await createFamily("hi")]
  await messages.addBrowser(gone.guardian)
  messages.browsers.behave("gone")
  await onSunday()
  expect(await waysTo(without.guardian)).toEqual(["whatsapp sent"])
  expect(await waysTo(gone.guardian)).toEqual(["push failed", "whatsapp sent"])
  const values = ["आपके परिवार का हफ़्ता", "अगले 7 दिनों में 0 क्लास। आपके लिए 1 काम"]
  expect(messages.meta.messages.map(({ to, language, values }) => ({ to, language, values }))).toEqual(
    expect.arrayContaining([without.phone, gone.phone].map((to) => ({ to, language: "hi", values }))),
  )
  for (const sent of [...messages.meta.messages]) {
    const { headers, body } = messages.meta.report(sent, "failed")
    await receiveWhatsApp(context.ctx, headers, body)
  }
  await runJobs(context, everyJob)
  expect(messages.texts.messages).toEqual([])
})
