import { createTransport } from "nodemailer"
import { whatsAppPortFor } from "#features/notifications/server/whatsapp.ts"
import type { Environment } from "#platform/env.ts"
import { SECOND } from "#shared/time.ts"
import { type Finding, fine, problem, reasonOf, warning } from "./finding.ts"

/** Whether the mail server accepts our sign-in. */
export async function checkMail(env: Environment): Promise<Finding> {
  if (!env.SMTP_HOST) {
    return env.trial
      ? fine("mail", "Mails stay in the outbox of this trial")
      : warning(
          "mail",
          "No e-mail is sent: codes, links to reset passwords and reminders don't arrive",
          "Set SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD and MAIL_FROM",
        )
  }
  const transport = createTransport({
    host: env.SMTP_HOST,
    port: env.SMTP_PORT,
    secure: env.SMTP_SECURE ?? env.SMTP_PORT === 465,
    ...(env.SMTP_USER && { auth: { user: env.SMTP_USER, pass: env.SMTP_PASSWORD ?? "" } }),
    connectionTimeout: 5 * SECOND,
    greetingTimeout: 5 * SECOND,
  })
  try {
    await transport.verify()
    return fine("mail", `${env.SMTP_HOST} accepts our sign-in`)
  } catch (error) {
    return problem(
      "mail",
      `${env.SMTP_HOST}:${env.SMTP_PORT} didn't accept our sign-in: ${reasonOf(error)}`,
      "Check SMTP_HOST, SMTP_PORT (587, or 465 with SMTP_SECURE=true), SMTP_USER and SMTP_PASSWORD; some hosts block port 25",
    )
  } finally {
    transport.close()
  }
}

/** Whether Meta knows our WhatsApp number and accepts our token. */
export async function checkWhatsApp(env: Environment): Promise<Finding> {
  const whatsapp = whatsAppPortFor(env)
  if (!whatsapp) return fine("whatsapp", "Not set up; push messages and texts reach phones")
  try {
    const number = await whatsapp.probe()
    return fine("whatsapp", `Messages come from ${number}, in ${env.WHATSAPP_LANGUAGES.join(" and ")}`)
  } catch (error) {
    return problem(
      "whatsapp",
      `WhatsApp didn't accept our token: ${reasonOf(error)}`,
      "Check WHATSAPP_PHONE_NUMBER_ID and WHATSAPP_ACCESS_TOKEN: a token of a system user that doesn't expire, with whatsapp_business_messaging",
    )
  }
}

export function checkSms(env: Environment): Finding {
  if (!env.SMS_PROVIDER) {
    return env.trial
      ? fine("sms", "Texts stay in the outbox of this trial")
      : warning(
          "sms",
          "No texts are sent: parents don't hear of absences",
          "Set SMS_PROVIDER=msg91 with SMS_MSG91_AUTH_KEY, SMS_MSG91_SENDER and the templates approved under DLT",
        )
  }
  const templates = [
    "SMS_MSG91_TEMPLATE_CORRECTION",
    "SMS_MSG91_TEMPLATE_CODE",
    "SMS_MSG91_TEMPLATE_CLASS",
  ] as const
  const missing = env.SMS_PROVIDER === "msg91" ? templates.filter((name) => !env[name]) : []
  if (missing.length === 0) return fine("sms", `${env.SMS_PROVIDER} is configured`)
  return warning(
    "sms",
    "Some kinds of texts have no template here. Without one approved at /admin/sms, they aren't sent",
    `Set ${missing.join(", ")}, or add their templates at /admin/sms`,
  )
}
