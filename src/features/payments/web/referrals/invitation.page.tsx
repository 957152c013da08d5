import { ORPCError } from "@orpc/client"
import { Form, redirect, useNavigation } from "react-router"
import { CATALOGUE_PATH } from "#features/programs/paths.ts"
import { dashboardPath, pageRequest, redirectWithToast } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { finishPath, keepPressed } from "#ui/pressed.ts"
import type { Route } from "./+types/invitation.page.ts"
import { joinByLink } from "./join.card.ts"
import { referralsTexts } from "./referrals.texts.ts"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: referralsTexts[languageOf(matches)].title }, { name: "robots", content: "noindex" }]
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const invitation = await page.api.referrals.invitation({ code: params.code }).catch((error: unknown) => {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") return null
    throw error
  })
  return { invitation, isSignedIn: page.viewer !== null }
}

/** Accepts the invitation; visitors sign up first, and it is accepted then (decision 58). */
export async function action({ context, params }: Route.ActionArgs) {
  const page = context.get(pageRequest)
  const { viewer } = page
  if (!viewer) {
    const key = keepPressed(page, { what: "join-by-link", code: params.code.slice(0, 20) })
    return redirect(`/auth?${new URLSearchParams({ tab: "signup", to: finishPath(key, CATALOGUE_PATH) })}`)
  }
  return redirectWithToast(dashboardPath(viewer.role), await joinByLink(page, params.code))
}

/** Where a student's link leads: who invites, what both get, and how to accept. */
export default function InvitationPage({ loaderData: { invitation, isSignedIn } }: Route.ComponentProps) {
  const text = useTexts(referralsTexts)
  const busy = useNavigation().formMethod === "POST"
  if (!invitation) {
    return (
      <Page width="reading">
        <PageHeader title={text.unknown} description={text.unknownText} />
        <ButtonLink to={CATALOGUE_PATH} className="justify-self-start">
          {text.browse}
        </ButtonLink>
      </Page>
    )
  }
  const { first_name, points, days } = invitation
  return (
    <Page width="reading">
      <PageHeader title={text.invitation(first_name)} />
      <Card>
        <p className="mb-5 text-lg">{text.invitationText(points, days)}</p>
        <Form method="post" className="flex flex-wrap gap-4">
          <Button type="submit" size="lg" busy={busy} busyLabel={text.accepting}>
            {isSignedIn ? text.acceptSignedIn : text.accept}
          </Button>
          <ButtonLink to={CATALOGUE_PATH} variant="link" size="lg">
            {text.browse}
          </ButtonLink>
        </Form>
      </Card>
    </Page>
  )
}
