import { implement } from "@orpc/server"
import { type Integration, integrations } from "#contract/admin/integrations.ts"
import { readSales } from "#features/payments/server/sales.ts"
import type { Ctx } from "#platform/context.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import { allow, hasRole } from "#platform/policy.ts"

/** Returns the services used now, as this process is configured; payments for the office alone. */
async function listIntegrations(ctx: Ctx): Promise<Integration[]> {
  const all = [video(ctx), whatsapp(ctx), sms(ctx), email(ctx), meet(ctx)]
  return ctx.viewer?.role === "admin" ? [...all, await payments(ctx)] : all
}

const PLAIN: Omit<Integration, "name" | "state"> = {
  through: null,
  why: null,
  said: null,
  lacks: [],
  sales: null,
}

/** Jitsi takes no commands and tells nothing of a meeting. */
const LACKED_BY_JITSI: Integration["lacks"] = [
  "recording",
  "holding",
  "moderation",
  "board",
  "presence",
  "evidence",
  "check",
]

function video({ video, env }: Ctx): Integration {
  const status = video.status()
  if (video.meetings) {
    const { domain } = video.meetings
    return { ...PLAIN, name: "video", state: "connected", through: domain, lacks: LACKED_BY_JITSI }
  }
  const through = env.LIVEKIT_URL ?? null
  if (status === "up" || status === "external")
    return { ...PLAIN, name: "video", state: "connected", through }
  const { code: why = null, said = null } = video.reason() ?? {}
  const comes = status === "starting" || why === "restarting"
  return { ...PLAIN, name: "video", state: comes ? "starting" : "off", through, why, said }
}

function whatsapp({ whatsapp }: Ctx): Integration {
  return { ...PLAIN, name: "whatsapp", state: whatsapp ? "connected" : "off" }
}

function sms({ sms, env }: Ctx): Integration {
  const through = env.SMS_PROVIDER ? sms.name : null
  return { ...PLAIN, name: "sms", state: through ? "connected" : env.trial ? "trial" : "off", through }
}

function email({ mail, env }: Ctx): Integration {
  const through = env.SMTP_HOST ?? null
  const state = through ? "connected" : mail.configured ? "trial" : "off"
  return { ...PLAIN, name: "email", state, through }
}

function meet({ meet }: Ctx): Integration {
  return { ...PLAIN, name: "meet", state: meet ? "connected" : "off" }
}

async function payments(ctx: Ctx): Promise<Integration> {
  const { env, money } = ctx
  const state = !money
    ? "off"
    : env.paymentProvider === "trial" && money.name !== DIRECT_UPI
      ? "trial"
      : "connected"
  const through = state !== "connected" ? null : money?.name === DIRECT_UPI ? "UPI" : "Razorpay"
  return { ...PLAIN, name: "payments", state, through, sales: await readSales(ctx) }
}

const os = implement(integrations).$context<Ctx>()

export const integrationsRouter = os.router({
  list: os
    .use(allow(hasRole("instructor", "admin")))
    .list.handler(({ context }) => listIntegrations(context)),
})
