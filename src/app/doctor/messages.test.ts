import { afterAll, beforeAll, expect, test } from "vitest"
import { readEnvironment } from "#platform/env.ts"
import { SMTP_PASSWORD, SMTP_USER, type SmtpGateway, startSmtpGateway } from "#tests/gateways/smtp.ts"
import { startWhatsAppGateway, type WhatsAppGateway } from "#tests/gateways/whatsapp.ts"
import { checkMail, checkSms, checkWhatsApp } from "./messages.ts"

let mail: SmtpGateway
let meta: WhatsAppGateway

beforeAll(async () => {
  mail = await startSmtpGateway()
  meta = await startWhatsAppGateway()
})
afterAll(() => Promise.all([mail.close(), meta.close()]))

const PRODUCTION = { APP_URL: "https://nritya.example", AUTH_SECRET: "a-secret-of-more-than-32-characters" }
const read = (variables: NodeJS.ProcessEnv) => readEnvironment({ NODE_ENV: "test", ...variables })

test("OPS-02 doctor signs in to the mail server, and says what to check where that fails", async () => {
  const to = { SMTP_HOST: mail.host, SMTP_PORT: String(mail.port), MAIL_FROM: "office@nritya.example" }
  const signed = { ...to, SMTP_USER, SMTP_PASSWORD }
  expect(await checkMail(read(signed))).toMatchObject({ state: "fine" })
  const refused = await checkMail(read({ ...signed, SMTP_PASSWORD: "another" }))
  expect(refused).toMatchObject({ state: "problem" })
  expect(refused.found).toContain("Invalid username or password")
  expect(refused.mend).toContain("SMTP_PASSWORD")
  expect(await checkMail(read({}))).toMatchObject({ state: "fine" })
  expect(await checkMail(read(PRODUCTION))).toMatchObject({ state: "warning" })
  expect(mail.mails).toEqual([])
})

test("OPS-02 ATT-02 doctor names the templates that texts lack, and a production that sends none", () => {
  const msg91 = {
    ...{ SMS_PROVIDER: "msg91", SMS_MSG91_AUTH_KEY: "key", SMS_MSG91_SENDER: "KAKSHA" },
    ...{ SMS_MSG91_TEMPLATE_ABSENCE: "1", SMS_MSG91_TEMPLATE_CODE: "2" },
  }
  const lacking = checkSms(read(msg91))
  expect(lacking).toMatchObject({ state: "warning" })
  expect(lacking.mend).toContain("SMS_MSG91_TEMPLATE_CORRECTION, SMS_MSG91_TEMPLATE_CLASS")
  const whole = { ...msg91, SMS_MSG91_TEMPLATE_CORRECTION: "3", SMS_MSG91_TEMPLATE_CLASS: "4" }
  expect(checkSms(read(whole))).toMatchObject({ state: "fine" })
  expect(checkSms(read({}))).toMatchObject({ state: "fine" })
  expect(checkSms(read(PRODUCTION))).toMatchObject({ state: "warning" })
})

test("OPS-02 NAV-12 doctor asks Meta for the number, and says what to check where the token is refused", async () => {
  const set = {
    ...{ WHATSAPP_PHONE_NUMBER_ID: meta.phoneNumberId, WHATSAPP_ACCESS_TOKEN: meta.accessToken },
    ...{ WHATSAPP_APP_SECRET: meta.appSecret, WHATSAPP_VERIFY_TOKEN: meta.verifyToken },
    ...{ WHATSAPP_TEMPLATE_CLASS: "class_change", WHATSAPP_BASE_URL: meta.url },
  }
  expect(await checkWhatsApp(read(set))).toMatchObject({ state: "fine" })
  const refused = await checkWhatsApp(read({ ...set, WHATSAPP_ACCESS_TOKEN: "old" }))
  expect(refused).toMatchObject({ state: "problem" })
  expect(refused.mend).toContain("WHATSAPP_ACCESS_TOKEN")
  expect(await checkWhatsApp(read({}))).toMatchObject({ state: "fine" })
})
