import type { Ctx } from "#platform/context.ts"
import type { Environment } from "#platform/env.ts"
import type { DeliveryAnswer } from "#platform/jobs/delivery.ts"
import { cloudApi } from "#platform/whatsapp/cloud-api.ts"
import type { WhatsAppPort } from "#platform/whatsapp/port.ts"
import { kindOfTemplate } from "./sms.ts"
import type { notices } from "./table.ts"

/** Returns WhatsApp as the environment configures it, or null. */
export function whatsAppPortFor(env: Environment): WhatsAppPort | null {
  if (!env.WHATSAPP_PHONE_NUMBER_ID) return null
  return cloudApi({
    baseUrl: env.WHATSAPP_BASE_URL,
    version: env.WHATSAPP_API_VERSION,
    phoneNumberId: env.WHATSAPP_PHONE_NUMBER_ID,
    // The environment is checked at start: these are set.
    accessToken: env.WHATSAPP_ACCESS_TOKEN ?? "",
    appSecret: env.WHATSAPP_APP_SECRET ?? "",
    verifyToken: env.WHATSAPP_VERIFY_TOKEN ?? "",
  })
}

/** Returns the language of the template for a reader: theirs if it is approved, else the first that is. */
export function templateLanguage({ WHATSAPP_LANGUAGES: approved }: Environment, reader: "en" | "hi"): string {
  const fits = (language: string) => language === reader || language.startsWith(`${reader}_`)
  return approved.find(fits) ?? approved[0] ?? "en"
}

/** Returns the approved template of a kind of notice, and its values in their order. */
function templateFor(env: Environment, kind: string): { template: string | undefined; values: string[] } {
  const of = kindOfTemplate(kind)
  if (of === "absence")
    return { template: env.WHATSAPP_TEMPLATE_ABSENCE, values: ["studentName", "className", "when", "link"] }
  if (of === "absence-correction")
    return { template: env.WHATSAPP_TEMPLATE_CORRECTION, values: ["studentName", "className", "when"] }
  return { template: env.WHATSAPP_TEMPLATE_CLASS, values: ["what", "when"] }
}

/** Sends a notice by the approved template, in the language it was written in. */
export async function sendWhatsApp(
  { whatsapp, env }: Ctx,
  notice: typeof notices.$inferSelect,
): Promise<DeliveryAnswer> {
  const { language = "en" } = notice.variables
  const { template, values } = templateFor(env, notice.kind)
  if (!whatsapp || !template) {
    return { kind: "refused", retryable: false, problem: { provider: "WhatsApp", code: "no-template" } }
  }
  return whatsapp.send({
    to: notice.recipient,
    template,
    language,
    values: values.map((name) => notice.variables[name] ?? ""),
    reference: notice.id,
  })
}
