import type { NoticePreferences } from "#contract/notifications.ts"
import { session } from "#features/accounts/server/table.ts"
import { readPreferences, writePreferences } from "#features/notifications/server/preferences.ts"
import { addPushDevice } from "#features/notifications/server/push/devices.ts"
import { readPushKey } from "#features/notifications/server/push-keys.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "./context.ts"
import { type PushGateway, startPushGateway } from "./gateways/push.ts"
import { SMTP_PASSWORD, SMTP_USER, type SmtpGateway, startSmtpGateway } from "./gateways/smtp.ts"
import { startTwilioGateway, type TwilioGateway } from "./gateways/twilio.ts"
import { startWhatsAppGateway, type WhatsAppGateway } from "./gateways/whatsapp.ts"

type Topics = NoticePreferences["topics"]

export type MessageWorld = {
  context: TestContext
  browsers: PushGateway
  meta: WhatsAppGateway
  texts: TwilioGateway
  mails: SmtpGateway
  /** Switches push messages on in one more browser of a person. */
  addBrowser(person: SignedIn): Promise<void>
  /** Chooses a person's language, digest and channels on some topics; the rest stays as it is. */
  choose(
    person: SignedIn,
    wants: Omit<Partial<NoticePreferences>, "topics"> & {
      topics?: Partial<{ [topic in keyof Topics]: Partial<Topics[topic]> }>
    },
  ): Promise<void>
  /** Forgets what was sent; every gateway accepts again. */
  clear(): void
  close(): Promise<void>
}

/** A context whose messages leave by every channel, through gateways on loopback. */
export async function startMessageWorld(env: NodeJS.ProcessEnv = {}): Promise<MessageWorld> {
  const [browsers, meta, texts, mails] = await Promise.all([
    startPushGateway(),
    startWhatsAppGateway(),
    startTwilioGateway(),
    startSmtpGateway(),
  ])
  const context = await createTestContext({
    env: {
      PUSH_SERVICE_URL: browsers.url,
      WHATSAPP_PHONE_NUMBER_ID: meta.phoneNumberId,
      WHATSAPP_ACCESS_TOKEN: meta.accessToken,
      WHATSAPP_APP_SECRET: meta.appSecret,
      WHATSAPP_VERIFY_TOKEN: meta.verifyToken,
      WHATSAPP_TEMPLATE_CLASS: "class_notice",
      WHATSAPP_TEMPLATE_ABSENCE: "absence_notice",
      WHATSAPP_TEMPLATE_CORRECTION: "absence_correction",
      WHATSAPP_LANGUAGES: "en,hi",
      WHATSAPP_BASE_URL: meta.url,
      SMS_PROVIDER: "twilio",
      SMS_TWILIO_ACCOUNT_SID: texts.accountSid,
      SMS_TWILIO_AUTH_TOKEN: texts.authToken,
      SMS_TWILIO_FROM: "+15005550006",
      SMS_TWILIO_BASE_URL: texts.url,
      SMTP_HOST: mails.host,
      SMTP_PORT: String(mails.port),
      SMTP_USER,
      SMTP_PASSWORD,
      MAIL_FROM: "Kaksha <hello@kaksha.example>",
      ...env,
    },
  })
  const { ctx } = context
  return {
    ...{ context, browsers, meta, texts, mails },
    async addBrowser(person) {
      const id = newId()
      const expiresAt = new Date(ctx.clock.now().getTime() + 90 * DAY)
      await ctx.db.insert(session).values({ id, token: newId(), userId: person.user_id, expiresAt })
      const sessions = { ...ctx.sessions, current: async () => id }
      const device = browsers.subscribe((await readPushKey(ctx)).public_key)
      await addPushDevice({ ...context.as(person), sessions }, device)
    },
    async choose(person, { topics: wanted = {}, ...rest }) {
      const as = context.as(person)
      const { language, topics, digest_weekday } = await readPreferences(as)
      for (const topic of Object.keys(wanted) as (keyof Topics)[]) Object.assign(topics[topic], wanted[topic])
      await writePreferences(as, { language, digest_weekday, ...rest, topics })
    },
    clear() {
      for (const gateway of [browsers, meta, texts, mails]) gateway.behave("accept")
      for (const sent of [browsers.shown, meta.messages, texts.messages, mails.mails]) sent.length = 0
    },
    async close() {
      await context.close()
      await Promise.all([browsers, meta, texts, mails].map((gateway) => gateway.close()))
    },
  }
}
