import { data, useSearchParams } from "react-router"
import { z } from "zod"
import { type SmsPreview, SmsTemplate } from "#contract/sms.ts"
import { pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { MoreLink } from "#ui/components/more-link.tsx"
import { chosenTab, TabLinks } from "#ui/components/tabs.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/sms.page.ts"
import { MessageCostsCard } from "./message-costs.card.tsx"
import type { smsText } from "./sms.text.ts"
import { smsTexts } from "./sms.texts.ts"
import { SmsIdentityForm } from "./sms-identity.tsx"
import { SmsMessages } from "./sms-messages.tsx"
import { SmsTemplateCard } from "./sms-template.tsx"

const VIEWS = ["templates", "identity", "messages"] as const

export const handle = { translated: true }

function tabsIn({ tabs }: typeof smsText) {
  return VIEWS.map((value) => ({ value, label: tabs[value] }))
}

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: smsTexts[languageOf(matches)].title }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  if (requireViewer(page, request).role !== "admin") throw data(null, { status: 404 })
  const params = new URL(request.url).searchParams
  const after = params.get("after")
  const showsMessages = chosenTab(params, tabsIn(smsTexts[page.language])) === "messages"
  const [workbench, messages, costs] = await Promise.all([
    page.api.sms.workbench(),
    showsMessages ? page.api.sms.messages(after ? { cursor: after } : {}) : null,
    showsMessages ? page.api.sms.costs() : null,
  ])
  return { workbench, messages, costs, zone: page.zone }
}

/** A list typed into a field, one value per line. */
const lines = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  )

const Identity = z.object({
  entity_id: z.string("Enter the entity id").trim(),
  header: z.string("Enter the header").trim(),
  links: lines,
  numbers: lines,
})
const Draft = SmsTemplate.pick({ kind: true, language: true }).extend({
  template_id: z.string("Enter the template id").trim(),
  provider_template: z.string().trim().optional(),
  body: z.string("Enter the text as it is registered").trim(),
  variables: z
    .string()
    .default("")
    .transform((text) => text.split(/[\s,]+/).filter(Boolean)),
  variable_length: z.coerce
    .number("Enter a number from 1 to 250")
    .int()
    .min(1, "Enter a number from 1 to 250")
    .max(250, "Enter a number from 1 to 250"),
})

export async function action(args: Route.ActionArgs) {
  requireViewer(args.context.get(pageRequest), args.request)
  const typed = Object.fromEntries(await args.request.clone().formData()) as Record<string, string>
  let preview: SmsPreview | null = null
  const reply = await serve(args, typed.intent ?? "", (shown) => {
    preview = shown
  })
  if (reply instanceof Response) return reply
  // The preview is shown with what was typed, even if there were no problems.
  return data({ ...reply.data, preview: preview as SmsPreview | null, typed }, reply.init ?? {})
}

function serve(args: Route.ActionArgs, intent: string, show: (preview: SmsPreview) => void) {
  if (intent === "identity") {
    return serveForm(args, Identity, async (identity, { api, language }) => {
      await api.sms.setIdentity(identity)
      return { tone: "success", title: smsTexts[language].identity.saved }
    })
  }
  return serveForm(args, Draft, async (draft, { api, language }) => {
    const text = smsTexts[language].template
    show(await api.sms.preview(draft))
    if (intent === "check") return { tone: "success", title: text.checked }
    await api.sms.setTemplate(draft)
    return { tone: "success", title: text.saved }
  })
}

function descriptionOf(provider: string, text: typeof smsText): string {
  if (provider === "none") return text.notSetUp
  return provider === "outbox" ? text.inOutbox : text.through(provider)
}

/** The SMS settings that India's operators require: identity and templates; and each message's status. */
export default function SmsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { workbench, messages, costs, zone } = loaderData
  const [params] = useSearchParams()
  const text = useTexts(smsTexts)
  const tabs = tabsIn(text)
  const tab = chosenTab(params, tabs)
  useFlash(actionData?.toast)
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: "/attendance/messages", label: text.back }}
        title={text.title}
        description={descriptionOf(workbench.provider, text)}
      />
      <TabLinks label={text.title} tabs={tabs} />
      {tab === "identity" ? <SmsIdentityForm workbench={workbench} reply={actionData} /> : null}
      {tab === "templates" ? (
        <ul className="grid gap-4">
          {workbench.templates.map((template) => (
            <SmsTemplateCard
              key={`${template.kind}.${template.language}`}
              template={template}
              reply={actionData}
            />
          ))}
        </ul>
      ) : null}
      {costs ? <MessageCostsCard costs={costs} hasSettings /> : null}
      {messages ? <SmsMessages messages={messages.items} zone={zone} /> : null}
      <MoreLink cursor={messages?.next_cursor ?? null} />
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </Page>
  )
}
