import { Form, redirect, useNavigation } from "react-router"
import { OWN_CHANGES } from "#shared/changes.ts"
import { dashboardPath, pageRequest, requireViewer, serveButton } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { targetOf } from "#ui/form-request.ts"
import { languageOf } from "#ui/language.ts"
import { useLiveTopics } from "#ui/live/live.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { pageMeta } from "#ui/page-meta.ts"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/guardian-told.page.ts"
import { ConsentList } from "./consents.card.tsx"
import { guardianTexts } from "./guardian.texts.ts"

export const handle = { translated: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  if (viewer.role !== "student") throw redirect(dashboardPath(viewer.role))
  const [profile, consents] = await Promise.all([page.api.account.get(), page.api.account.consents()])
  // There is no guardian if the date of birth that waits for confirmation is an adult's.
  if (profile.date_of_birth_claimed && !profile.parent_phone)
    throw redirect(`/date-of-birth?${new URLSearchParams({ to: targetOf(request, "/student-dashboard") })}`)
  return {
    named: profile.parent_phone !== null,
    ending: profile.parent_phone?.slice(-2) ?? "",
    confirmed: profile.parent_phone_confirmed,
    texted: profile.guardian_texted,
    under_18: profile.under_18,
    user_id: profile.user_id,
    consents,
    on: targetOf(request, dashboardPath(viewer.role)),
    zone: page.zone,
  }
}

export function action(args: Route.ActionArgs) {
  return serveButton(args, async ({ api, language }) => {
    await api.account.inviteGuardian()
    return { tone: "success", title: guardianTexts[language].told.sent }
  })
}

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches, guardianTexts[languageOf(matches)].told),
    { name: "robots", content: "noindex" },
  ]
}

/** What a minor sees after signing up: what the guardian has to do, and the progress so far. */
export default function GuardianToldPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(guardianTexts).told
  const { named, ending, confirmed, texted, under_18, user_id, consents, on, zone } = loaderData
  const busy = useNavigation().state !== "idle"
  useFlash(actionData?.toast)
  useLiveTopics(OWN_CHANGES)
  const description = !named
    ? text.none
    : confirmed
      ? text.confirmed
      : texted
        ? text.text(ending)
        : text.noTexts
  return (
    <Page width="narrow">
      <PageHeader
        title={!named ? text.noneTitle : confirmed ? text.confirmedTitle : text.title}
        description={description}
      />
      {named && !confirmed && texted ? (
        <Card>
          <ol className="grid list-decimal gap-3 pl-5">
            {text.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <div className="mt-6 flex flex-wrap gap-3">
            <Form method="post">
              <Button type="submit" variant="secondary" busy={busy} busyLabel={text.sending}>
                {text.again}
              </Button>
            </Form>
            <ButtonLink to="/guardian" variant="ghost">
              {text.page}
            </ButtonLink>
          </div>
        </Card>
      ) : null}
      {under_18 && confirmed ? (
        <Card>
          <ConsentList consents={consents} studentId={user_id} zone={zone} decides={false} />
        </Card>
      ) : null}
      <div>
        <ButtonLink to={on}>{text.on}</ButtonLink>
      </div>
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </Page>
  )
}
