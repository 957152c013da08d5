import policies from "#content/policies.json" with { type: "json" }
import { CONTACT_TOPICS, ContactMessage } from "#contract/content.ts"
import { pageRequest, redirectWithToast, serveForm } from "#ui/api.ts"
import { brandOf } from "#ui/brand.ts"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { describePage } from "../describe-page.ts"
import { policyWords } from "../legal/policy-words.ts"
import type { Route } from "./+types/contact.page.ts"
import { contactTexts } from "./contact.texts.ts"
import { ContactForm } from "./contact-form.tsx"
import { ContactWays } from "./contact-ways.tsx"

export const handle = { static: true, translated: true, picture: "/share/contact.jpg" }

export function loader({ request, context }: Route.LoaderArgs) {
  const { viewer } = context.get(pageRequest)
  const topic = new URL(request.url).searchParams.get("topic")
  return {
    name: viewer ? `${viewer.first_name} ${viewer.last_name}`.trim() : "",
    email: viewer?.email ?? "",
    topic: CONTACT_TOPICS.find((known) => known === topic) ?? null,
  }
}

export function action(args: Route.ActionArgs) {
  return serveForm(args, ContactMessage, async (message, { api, language }) => {
    const text = contactTexts[language]
    const { hourOf } = policyWords[language]
    await api.content.sendContactMessage(message)
    const { opensAt, closesAt } = policies.support
    return redirectWithToast("/contact", {
      tone: "success",
      title: text.sent.title,
      description: text.sent.description(hourOf(opensAt), hourOf(closesAt)),
    })
  })
}

export function meta({ matches }: Route.MetaArgs) {
  const text = contactTexts[languageOf(matches)]
  return describePage(matches, { title: text.title, description: text.meta(brandOf(matches).name) })
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(contactTexts)
  return (
    <Page className="gap-10 sm:py-16">
      <PageHeader title={text.heading} description={text.lead} />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] lg:gap-16">
        <ContactForm first={loaderData} result={actionData?.form ?? null} />
        <ContactWays />
      </div>
    </Page>
  )
}
