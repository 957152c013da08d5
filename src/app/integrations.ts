import { implement } from "@orpc/server"
import { type Integration, integrations } from "#contract/admin/integrations.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"

/** Returns the services used for messages, video and meetings now, as this process is configured. */
function listIntegrations(ctx: Ctx): Integration[] {
  return [video(ctx), whatsapp(ctx), sms(ctx), email(ctx), meet(ctx)]
}

function video({ video, env }: Ctx): Integration {
  const status = video.status()
  const through = env.LIVEKIT_URL ?? null
  if (status === "up" || status === "external") {
    return { name: "video", state: "connected", through, said: null }
  }
  const state = status === "down" ? "off" : "starting"
  return { name: "video", state, through, said: video.reason() }
}

function whatsapp({ whatsapp }: Ctx): Integration {
  return { name: "whatsapp", state: whatsapp ? "connected" : "off", through: null, said: null }
}

function sms({ sms, env }: Ctx): Integration {
  const through = env.SMS_PROVIDER ? sms.name : null
  return { name: "sms", state: through ? "connected" : env.trial ? "trial" : "off", through, said: null }
}

function email({ mail, env }: Ctx): Integration {
  const through = env.SMTP_HOST ?? null
  const state = through ? "connected" : mail.configured ? "trial" : "off"
  return { name: "email", state, through, said: null }
}

function meet({ meet }: Ctx): Integration {
  return { name: "meet", state: meet ? "connected" : "off", through: null, said: null }
}

const os = implement(integrations).$context<Ctx>()

export const integrationsRouter = os.router({
  list: os
    .use(allow(hasRole("instructor", "admin")))
    .list.handler(({ context }) => listIntegrations(context)),
})
