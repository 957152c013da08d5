import { and, eq } from "drizzle-orm"
import type { TemplateKind } from "#features/notifications/dlt.ts"
import type { Clock, Ctx } from "#platform/context.ts"
import type { Db } from "#platform/database/db.ts"
import type { Environment } from "#platform/env.ts"
import { msg91Sms } from "#platform/sms/msg91.ts"
import type { SmsPort } from "#platform/sms/port.ts"
import { twilioSms } from "#platform/sms/twilio.ts"
import { outboxSms } from "./outbox.ts"
import { smsTemplates } from "./table.ts"

/**
 * Returns the provider that the environment names. Without one, texts go to the outbox in a trial, and nowhere in
 * production.
 */
export function smsPortFor(env: Environment, parts: { db: Db; clock: Clock }): SmsPort {
  if (env.SMS_PROVIDER === "twilio") {
    return twilioSms({
      baseUrl: env.SMS_TWILIO_BASE_URL,
      // The environment is checked at start: these are set.
      accountSid: env.SMS_TWILIO_ACCOUNT_SID ?? "",
      authToken: env.SMS_TWILIO_AUTH_TOKEN ?? "",
      from: env.SMS_TWILIO_FROM ?? "",
      // Twilio can't call back a trial.
      callbackUrl: env.APP_URL && new URL("/hooks/sms/twilio", env.APP_URL).href,
    })
  }
  if (env.SMS_PROVIDER !== "msg91") return env.trial ? outboxSms(parts) : noSms
  return msg91Sms({
    baseUrl: env.SMS_MSG91_BASE_URL,
    // The environment is checked at start: these are set.
    authKey: env.SMS_MSG91_AUTH_KEY ?? "",
    sender: env.SMS_MSG91_SENDER ?? "",
    reportKey: env.SMS_MSG91_REPORT_KEY,
  })
}

const noSms: SmsPort = {
  name: "none",
  async send() {
    return { kind: "refused", retryable: false, problem: { code: "no-sms-provider" } }
  },
}

/** Returns the kind of template that a kind of notice uses. */
export function kindOfTemplate(kind: string): TemplateKind {
  const name = kind.split(":")[0] ?? ""
  if (name.endsWith("-code")) return "code"
  if (name === "absence" || name === "absence-later") return "absence"
  if (name === "absence-correction") return name
  if (name === "guardian-invitation") return "invitation"
  return "class"
}

/**
 * Whether a kind of text can be sent. Free text always can. Templates can only if the environment names one,
 * or one is approved in English, the language everybody can be sent. One query at most.
 */
export async function canText({ db, env }: Pick<Ctx, "db" | "env">, kind: string): Promise<boolean> {
  if (env.SMS_PROVIDER !== "msg91") return env.SMS_PROVIDER === "twilio" || env.trial
  if (templateFor(env, kind).templateId !== undefined) return true
  const [approved] = await db
    .select({ kind: smsTemplates.kind })
    .from(smsTemplates)
    .where(and(eq(smsTemplates.kind, kindOfTemplate(kind)), eq(smsTemplates.language, "en")))
  return approved !== undefined
}

const OF_A_CLASS = ["className", "classDate", "classTime"]

/** Returns the environment's provider template for a kind of notice, and the order of its values. */
export function templateFor(
  env: Environment,
  kind: string,
): { templateId: string | undefined; order: readonly string[] } {
  switch (kindOfTemplate(kind)) {
    case "code":
      return { templateId: env.SMS_MSG91_TEMPLATE_CODE, order: ["code", "academy"] }
    case "absence":
      return {
        templateId: env.SMS_MSG91_TEMPLATE_ABSENCE,
        order: ["parentName", "studentName", ...OF_A_CLASS],
      }
    case "absence-correction":
      return {
        templateId: env.SMS_MSG91_TEMPLATE_CORRECTION,
        order: ["parentName", "studentName", ...OF_A_CLASS],
      }
    case "invitation":
      // Only by a template that admins entered.
      return { templateId: undefined, order: ["inviterName", "studentName", "inviteToken"] }
    case "class":
      return {
        templateId: env.SMS_MSG91_TEMPLATE_CLASS,
        order: ["studentName", ...OF_A_CLASS, "change"],
      }
  }
}
