import { data } from "react-router"
import { renderSVG } from "uqr"
import { z } from "zod"
import { Code } from "#contract/guardians.ts"
import { pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/two-step.page.ts"
import { accountText } from "./account.text.ts"
import { type Args, intentOf } from "./account-requests.ts"
import { pageMeta } from "./page-meta.ts"
import { KeptCodes, ManageTwoStep, ScanCode, StartTwoStep } from "./two-step-forms.tsx"

const text = accountText.twoStep

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  return { profile: await page.api.account.get() }
}

/** What a step shows once and the next visit does not: the key, or the recovery codes. */
type Shown = { secret?: string; qr?: string; codes?: string[] }

export async function action(args: Route.ActionArgs) {
  const intent = await intentOf(args.request)
  const shown: Shown = intent === "confirm" ? await keepScan(args.request) : {}
  const reply = await serveStep(args, intent, shown)
  if (reply instanceof Response) return reply
  // What is shown speaks for itself; a toast would cover it on a phone.
  const said = reply.data.done && (shown.secret ?? shown.codes) !== undefined
  return data({ ...reply.data, ...(said && { toast: null }), intent, shown }, reply.init ?? {})
}

function serveStep(args: Args, intent: string, shown: Shown) {
  if (intent === "start") {
    return serveForm(args, z.object({}), async (_, { api }) => {
      const { secret, url } = await api.account.startTwoStep()
      Object.assign(shown, { secret, qr: drawCode(url) })
      return { tone: "info", title: text.scan }
    })
  }
  if (intent === "confirm") {
    return serveForm(args, z.object({ code: Code }), async ({ code }, { api }) => {
      shown.codes = (await api.account.confirmTwoStep({ code })).recovery_codes
      return { tone: "success", title: text.isOn }
    })
  }
  const schema = z.object({
    code: z.string("Fill in the code").trim().min(6, "The code has 6 digits").max(20),
  })
  return serveForm(args, schema, async ({ code }, { api }) => {
    if (intent === "renew") {
      shown.codes = (await api.account.renewRecoveryCodes({ code })).recovery_codes
      return { tone: "success", title: text.keep }
    }
    await api.account.stopTwoStep({ code })
    return { tone: "success", title: text.stopped }
  })
}

/** A wrong code must not cost the scan: what is on the screen comes back with the form. */
async function keepScan(request: Request): Promise<Shown> {
  const form = await request.clone().formData()
  return { secret: String(form.get("secret") ?? ""), qr: String(form.get("qr") ?? "") }
}

function drawCode(url: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(renderSVG(url, { border: 2 })).toString("base64")}`
}

export function meta() {
  return [...pageMeta({ metaTitle: text.metaTitle, meta: text.text }), { name: "robots", content: "noindex" }]
}

export default function TwoStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const { profile } = loaderData
  useFlash(actionData?.toast)
  const { secret, qr, codes } = actionData?.shown ?? {}
  return (
    <Page width="narrow">
      <PageHeader
        back={{ to: "/account?tab=security", label: text.back }}
        title={text.title}
        description={text.text}
      />
      {codes ? (
        <KeptCodes codes={codes} />
      ) : profile.two_step.on ? (
        <ManageTwoStep profile={profile} reply={actionData} />
      ) : secret && qr ? (
        <ScanCode secret={secret} qr={qr} reply={actionData} />
      ) : (
        <StartTwoStep reply={actionData} />
      )}
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </Page>
  )
}
