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

function video({ video, env }: Ctx): Integration {
  const status = video.status()
  const through = env.LIVEKIT_URL ?? null
  if (status === "up" || status === "external") {
    return { name: "video", state: "connected", through, said: null, sales: null }
  }
  const state = status === "down" ? "off" : "starting"
  return { name: "video", state, through, said: video.reason(), sales: null }
}

function whatsapp({ whatsapp }: Ctx): Integration {
  return { name: "whatsapp", state: whatsapp ? "connected" : "off", through: null, said: null, sales: null }
}

function sms({ sms, env }: Ctx): Integration {
  const through = env.SMS_PROVIDER ? sms.name : null
  return {
    name: "sms",
    state: through ? "connected" : env.trial ? "trial" : "off",
    through,
    said: null,
    sales: null,
  }
}

function email({ mail, env }: Ctx): Integration {
  const through = env.SMTP_HOST ?? null
  const state = through ? "connected" : mail.configured ? "trial" : "off"
  return { name: "email", state, through, said: null, sales: null }
}

function meet({ meet }: Ctx): Integration {
  return { name: "meet", state: meet ? "connected" : "off", through: null, said: null, sales: null }
}

async function payments(ctx: Ctx): Promise<Integration> {
  const { env, money } = ctx
  const state = !money
    ? "off"
    : env.paymentProvider === "trial" && money.name !== DIRECT_UPI
      ? "trial"
      : "connected"
  const through = state !== "connected" ? null : money?.name === DIRECT_UPI ? "UPI" : "Razorpay"
  return { name: "payments", state, through, said: null, sales: await readSales(ctx) }
}

const os = implement(integrations).$context<Ctx>()

export const integrationsRouter = os.router({
  list: os
    .use(allow(hasRole("instructor", "admin")))
    .list.handler(({ context }) => listIntegrations(context)),
})
