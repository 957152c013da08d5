import { ORPCError } from "@orpc/client"
import { Form, redirect, useNavigation } from "react-router"
import { CATALOGUE_PATH } from "#features/programs/paths.ts"
import { isFamily } from "#shared/roles.ts"
import { dashboardPath, pageRequest, redirectWithToast } from "#ui/api.ts"
import { useBrand } from "#ui/brand.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { finishPath, keepPressed } from "#ui/pressed.ts"
import { REFER_PATH } from "../../paths.ts"
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
  const role = page.viewer?.role ?? null
  const own = isFamily(role) ? await page.api.referrals.mine() : null
  const isOwn = own?.students.some(({ code }) => code === invitation?.code) ?? false
  return { invitation, role, isOwn }
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
export default function InvitationPage({ loaderData: { invitation, role, isOwn } }: Route.ComponentProps) {
  const text = useTexts(referralsTexts)
  const brand = useBrand()
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
  if (isOwn) {
    return (
      <Page width="reading">
        <PageHeader title={text.ownLink} description={text.ownLinkText} />
        <ButtonLink to={REFER_PATH} reloadDocument className="justify-self-start">
          {text.title}
        </ButtonLink>
      </Page>
    )
  }
  const { first_name, points, days } = invitation
  return (
    <Page width="reading">
      <PageHeader title={text.invitation(first_name, brand.name)} />
      <Card>
        <p className="mb-5 text-lg">{text.invitationText(points, days)}</p>
        {role === null || role === "student" ? null : <p className="mb-5">{text.studentsOnly}</p>}
        <Form method="post" className="flex flex-wrap gap-4">
          {role === null || role === "student" ? (
            <Button type="submit" size="lg" busy={busy} busyLabel={text.accepting}>
              {role ? text.acceptSignedIn : text.accept}
            </Button>
          ) : null}
          <ButtonLink to={CATALOGUE_PATH} variant="link" size="lg">
            {text.browse}
          </ButtonLink>
        </Form>
      </Card>
    </Page>
  )
}
