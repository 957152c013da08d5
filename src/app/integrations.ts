import { implement } from "@orpc/server"
import { type Integration, integrations } from "#contract/admin/integrations.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"

/** Returns the services used for messages, video and meetings now, as this process is configured. */
function listIntegrations(ctx: Ctx): Integration[] {
  return [video(ctx), sms(ctx), email(ctx), meet(ctx)]
}

function video({ video, env }: Ctx): Integration {
  const status = video.status()
  const own = env.LIVEKIT_URL ? "Your own video server" : "The video server that comes with the product"
  if (status === "up" || status === "external") return { name: "video", state: "connected", detail: own }
  if (status === "down") {
    return { name: "video", state: "off", detail: video.reason() ?? "The video server does not answer" }
  }
  return { name: "video", state: "starting", detail: video.reason() ?? "The video server is starting" }
}

function sms({ sms, env }: Ctx): Integration {
  if (env.SMS_PROVIDER)
    return { name: "sms", state: "connected", detail: `Texts are sent through ${sms.name}` }
  return env.trial
    ? { name: "sms", state: "trial", detail: "Texts stay in the outbox of this trial" }
    : { name: "sms", state: "off", detail: "No provider is set up, so no texts are sent" }
}

function email({ mail, env }: Ctx): Integration {
  if (env.SMTP_HOST)
    return { name: "email", state: "connected", detail: `E-mails are sent through ${env.SMTP_HOST}` }
  return mail.configured
    ? { name: "email", state: "trial", detail: "E-mails stay in the outbox of this trial" }
    : { name: "email", state: "off", detail: "No mail server is set up, so no e-mails are sent" }
}

function meet(ctx: Ctx): Integration {
  return ctx.meet
    ? { name: "meet", state: "connected", detail: "Classes also get a Google Meet link" }
    : { name: "meet", state: "off", detail: "Not set up: classes run in the product's own rooms" }
}

const os = implement(integrations).$context<Ctx>()

export const integrationsRouter = os.router({
  list: os
    .use(allow(hasRole("instructor", "admin")))
    .list.handler(({ context }) => listIntegrations(context)),
})
