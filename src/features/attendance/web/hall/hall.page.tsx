import { redirect } from "react-router"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { languageOf } from "#ui/language.ts"
import { useOwnDocument } from "#ui/live/use-own-document.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page } from "#ui/page.tsx"
import type { Route } from "./+types/hall.page.ts"
import { CoachRegister } from "./coach-register.tsx"
import { hallTexts } from "./hall.texts.ts"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: hallTexts[languageOf(matches)].title }, { name: "robots", content: "noindex" }]
}

/** Holds nothing but who the coach is: the page is kept on the phone, and its classes come from there. */
export function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { user_id, role } = requireViewer(page, request, "/teacher-auth")
  if (role !== "instructor") throw redirect("/attendance")
  return { coach: user_id, zone: page.zone }
}

/** The register of a class as its coach takes it in a hall, with or without a network. */
export default function HallPage({ loaderData }: Route.ComponentProps) {
  const text = useTexts(hallTexts)
  useOwnDocument()
  return (
    <Page width="narrow">
      <h1 className="sr-only">{text.title}</h1>
      <CoachRegister coachId={loaderData.coach} zone={loaderData.zone} />
      <noscript>
        <p className="text-ink-muted">{text.noScript}</p>
      </noscript>
    </Page>
  )
}
