import { data, useSearchParams } from "react-router"
import { z } from "zod"
import { type SmsPreview, SmsTemplate } from "#contract/sms.ts"
import { pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { MoreLink } from "#ui/components/more-link.tsx"
import { chosenTab, TabLinks } from "#ui/components/tabs.tsx"
import { Page, PageHeader } from "#ui/page.tsx"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/sms.page.ts"
import { SmsIdentityForm } from "./sms-identity.tsx"
import { SmsMessages } from "./sms-messages.tsx"
import { SmsTemplateCard } from "./sms-template.tsx"

const TABS = [
  { value: "templates", label: "Templates" },
  { value: "identity", label: "Entity and lists" },
  { value: "messages", label: "Messages" },
] as const

export function meta() {
  return [{ title: "Text messages" }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  if (requireViewer(page, request).role !== "admin") throw data(null, { status: 404 })
  const params = new URL(request.url).searchParams
  const after = params.get("after")
  const [workbench, messages] = await Promise.all([
    page.api.sms.workbench(),
    chosenTab(params, TABS) === "messages" ? page.api.sms.messages(after ? { cursor: after } : {}) : null,
  ])
  return { workbench, messages, zone: page.zone }
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
    return serveForm(args, Identity, async (identity, { api }) => {
      await api.sms.setIdentity(identity)
      return { tone: "success", title: "Entity and lists saved" }
    })
  }
  return serveForm(args, Draft, async (draft, { api }) => {
    show(await api.sms.preview(draft))
    if (intent === "check") return { tone: "success", title: "Checked, not saved" }
    await api.sms.setTemplate(draft)
    return { tone: "success", title: "Template saved" }
  })
}

/** The SMS settings that India's operators require: identity and templates; and each message's status. */
export default function SmsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { workbench, messages, zone } = loaderData
  const [params] = useSearchParams()
  const tab = chosenTab(params, TABS)
  useFlash(actionData?.toast)
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: "/attendance/messages", label: "Messages to parents" }}
        title="Text messages"
        description={
          workbench.provider === "outbox"
            ? "No SMS provider is set up, so texts stay in the outbox. You can already prepare the operators' registration here."
            : `Texts are sent through ${workbench.provider} as service messages.`
        }
      />
      <TabLinks label="Text messages" tabs={TABS} />
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
      {messages ? <SmsMessages messages={messages.items} zone={zone} /> : null}
      <MoreLink cursor={messages?.next_cursor ?? null} />
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </Page>
  )
}
