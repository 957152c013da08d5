import { data } from "react-router"
import { z } from "zod"
import { Code } from "#contract/accounts/accounts.ts"
import { pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { type Args, intentOf } from "#ui/form-request.ts"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { pageMeta } from "#ui/page-meta.ts"
import { drawQrCode } from "#ui/qr-code.server.ts"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/two-step.page.ts"
import { accountTexts } from "./account.texts.ts"
import { KeptCodes, ManageTwoStep, ScanCode, StartTwoStep } from "./two-step-forms.tsx"

export const handle = { translated: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  return { profile: await page.api.account.get() }
}

/** What is shown only once: the key, or the recovery codes. */
type Shown = { secret?: string; qr?: string; codes?: string[] }

export async function action(args: Route.ActionArgs) {
  const intent = await intentOf(args.request)
  const shown: Shown = intent === "confirm" ? await keepScan(args.request) : {}
  const reply = await serveStep(args, intent, shown)
  if (reply instanceof Response) return reply
  // No toast when something is shown: it would cover it on a phone.
  const said = reply.data.done && (shown.secret ?? shown.codes) !== undefined
  return data({ ...reply.data, ...(said && { toast: null }), intent, shown }, reply.init ?? {})
}

function serveStep(args: Args, intent: string, shown: Shown) {
  const text = accountTexts[args.context.get(pageRequest).language].twoStep
  if (intent === "start") {
    return serveForm(args, z.object({}), async (_, { api }) => {
      const { secret, url } = await api.account.startTwoStep()
      Object.assign(shown, { secret, qr: drawQrCode(url) })
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
    code: z.string("Enter the code").trim().min(6, "The code has 6 digits").max(20),
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

/** After a wrong code the form returns the key shown, so that it need not be scanned again. */
async function keepScan(request: Request): Promise<Shown> {
  const form = await request.clone().formData()
  return { secret: String(form.get("secret") ?? ""), qr: String(form.get("qr") ?? "") }
}

export function meta({ matches }: Route.MetaArgs) {
  const text = accountTexts[languageOf(matches)].twoStep
  return [
    ...pageMeta(matches, { metaTitle: text.metaTitle, meta: text.text }),
    { name: "robots", content: "noindex" },
  ]
}

export default function TwoStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(accountTexts).twoStep
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
