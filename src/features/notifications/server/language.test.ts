import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { languageOf } from "#features/accounts/server/language.ts"
import { readProfile, updatePreferences } from "#features/accounts/server/own/profile.ts"
import { suggestTemplate } from "#features/notifications/dlt.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { readPreferences, writePreferences } from "./preferences.ts"
import { notices, personNotices } from "./table.ts"
import { tellPeople } from "./tell.ts"
import { composeText, writeIdentity, writeTemplate } from "./templates.ts"

let world: TestContext
let student: SignedInCtx

beforeAll(async () => {
  world = await createTestContext()
  student = world.as(await createStudent(world.ctx, { phone: "+919845000021" }))
  const admin = world.as(await createAdmin(world.ctx))
  const header = { entity_id: "1001234567890123456", header: "kaksha", links: [], numbers: [] }
  await writeIdentity(admin, header)
  for (const language of ["en", "hi"] as const) {
    const { body, variables } = suggestTemplate("class", language, { academy: "Kaksha", link: "" })
    await writeTemplate(admin, {
      ...{ kind: "class", language, template_id: "1107123456789012345", body, variables: [...variables] },
      ...{ provider_template: `flow-${language}`, variable_length: 30 },
    })
  }
})
afterAll(() => world.close())

/** Everything that is said to the student about one change of a class. */
async function told() {
  const cause_id = randomUUID()
  const variables = { studentName: "Asha Rao", className: "Fractions", classDate: "20 Nov 2026" }
  await inTransaction(world.ctx, (tx) =>
    tellPeople(tx, {
      ...{ topic: "class_changes", kind: "class-cancelled", cause_id, people: [student.viewer.user_id] },
      write: ({ language }) => ({
        ...{ title: language, text: "Fractions", href: "/live-classes" },
        mail: { subject: language, paragraphs: [language] },
        sms: { text: language, variables: { ...variables, classTime: "4:00 pm", change: "Cancelled" } },
      }),
    }),
  )
  const [shown] = await world.ctx.db.select().from(personNotices).where(eq(personNotices.cause_id, cause_id))
  const rows = await world.ctx.db.select().from(notices).where(eq(notices.cause_id, cause_id))
  const sms = rows.find((row) => row.channel === "sms")
  const text = sms && (await composeText(world.ctx, sms))
  return {
    bell: shown?.title,
    mail: rows.find((row) => row.channel === "email")?.mail?.language,
    sms: text && "templateId" in text ? text.templateId : text,
  }
}

const WAYS = {
  "the account page": (language: MailLanguage) => updatePreferences(student, { language }),
  "the notification settings": async (language: MailLanguage) =>
    writePreferences(student, { ...(await readPreferences(student)), language }),
}

test.each(Object.entries(WAYS))(
  "NAV-07 a language chosen on %s is the one of both pages, of mails, texts and the bell",
  async (_, choose) => {
    for (const language of ["hi", "en", "hi"] as const) {
      await choose(language)
      expect((await readProfile(student)).language).toBe(language)
      expect((await readPreferences(student)).language).toBe(language)
      // What every mail about the account asks.
      expect(await languageOf(world.ctx, student.viewer.user_id)).toBe(language)
      expect(await told()).toEqual({ bell: language, mail: language, sms: `flow-${language}` })
    }
    await choose("en")
  },
)
