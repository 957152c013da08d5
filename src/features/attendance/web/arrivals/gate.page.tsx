import { redirect } from "react-router"
import { dashboardPath, pageRequest, requireViewer } from "#ui/api.ts"
import { languageOf } from "#ui/language.ts"
import { useOwnDocument } from "#ui/live/use-own-document.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import type { Route } from "./+types/gate.page.ts"
import { gateTexts } from "./gate.texts.ts"
import { Gate } from "./gate.tsx"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: gateTexts[languageOf(matches)].title }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { role } = requireViewer(page, request, "/teacher-auth")
  if (role !== "instructor" && role !== "admin") throw redirect(dashboardPath(role))
  return { zone: page.zone, stillHere: await page.api.attendance.listStillHere() }
}

/** Staff at the gate: who comes, by a guardian's code or a card, and to whom children are handed over. */
export default function GatePage({ loaderData: { zone, stillHere } }: Route.ComponentProps) {
  const text = useTexts(gateTexts)
  useOwnDocument()
  return (
    <Page width="reading">
      <PageHeader title={text.title} description={text.description} />
      <Gate zone={zone} stillHere={stillHere} />
      <noscript>
        <p className="text-ink-muted">{text.noScript}</p>
      </noscript>
    </Page>
  )
}
