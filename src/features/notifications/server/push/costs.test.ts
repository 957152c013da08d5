import { afterAll, beforeAll, expect, test } from "vitest"
import { inTransaction } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { startTwilioGateway, type TwilioGateway } from "#tests/gateways/twilio.ts"
import { sendNotice } from "../sending.ts"
import { type NoticeDraft, queueNotices } from "../service.ts"
import { noticeAttempts, notices } from "../table.ts"
import { readCosts } from "./costs.ts"

let texts: TwilioGateway
let world: TestContext

beforeAll(async () => {
  texts = await startTwilioGateway()
  world = await createTestContext({
    env: {
      SMS_PROVIDER: "twilio",
      SMS_TWILIO_ACCOUNT_SID: texts.accountSid,
      SMS_TWILIO_AUTH_TOKEN: texts.authToken,
      SMS_TWILIO_FROM: "+15005550006",
      SMS_TWILIO_BASE_URL: texts.url,
      SMS_PRICE_PAISE: "25",
    },
  })
})
afterAll(async () => {
  await world.close()
  await texts.close()
})

async function send(channel: NoticeDraft["channel"], recipient: string): Promise<void> {
  const cause_id = newId()
  const mail = { language: "en", subject: "Moved", paragraphs: ["Moved"] } as const
  await inTransaction(world.ctx, (tx) =>
    queueNotices(tx, [
      {
        ...{ kind: "class-moved", cause_id, channel, recipient, subject_ids: [], recipient_name: "Asha" },
        ...{ text: "Moved", variables: {}, held: null },
        ...(channel === "email" && { mail: { ...mail, paragraphs: [...mail.paragraphs] } }),
      },
    ]),
  )
  const rows = await world.ctx.db.select().from(notices)
  const own = rows.find((row) => row.cause_id === cause_id)
  await sendNotice(world.ctx, own?.id ?? "")
}

test("NAV-12 the office sees what this month's messages cost: those that were taken, at the price entered", async () => {
  world.clock.set("2026-10-31T12:00:00Z")
  await send("sms", "+919845000091")
  world.clock.set("2026-11-20T10:30:00Z")
  for (const number of [2, 3, 4]) await send("sms", `+91984500009${number}`)
  texts.behave("refuse")
  await send("sms", "+919845000095")
  texts.behave("drop")
  await send("sms", "+919845000096")
  // A trial's outbox costs nothing.
  await send("email", "asha@example.com")
  const costs = await readCosts(world.ctx)
  expect(costs).toEqual({
    month: "2026-11",
    channels: [
      { channel: "push", sent: 0, unknown: 0, price_paise: 0, cost_paise: 0 },
      { channel: "whatsapp", sent: 0, unknown: 0, price_paise: null, cost_paise: null },
      { channel: "sms", sent: 3, unknown: 1, price_paise: 25, cost_paise: 75 },
      { channel: "email", sent: 0, unknown: 0, price_paise: null, cost_paise: null },
    ],
    total_paise: 75,
  })
  // As a process of the release before writes them.
  await world.ctx.db.update(noticeAttempts).set({ channel: null })
  expect(await readCosts(world.ctx)).toEqual(costs)
  world.clock.set("2026-11-30T18:30:00Z")
  expect(await readCosts(world.ctx)).toMatchObject({ month: "2026-12", total_paise: 0 })
})
