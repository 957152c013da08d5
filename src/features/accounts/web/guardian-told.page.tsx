import { Form, redirect, useNavigation } from "react-router"
import { OWN_CHANGES } from "#shared/changes.ts"
import { dashboardPath, pageRequest, requireViewer, serveButton } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { useLiveTopics } from "#ui/live.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/guardian-told.page.ts"
import { targetOf } from "./account-requests.ts"
import { ConsentList } from "./consents.card.tsx"
import { guardianText } from "./guardian.text.ts"
import { pageMeta } from "./page-meta.ts"

const text = guardianText.told

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  if (viewer.role !== "student") throw redirect(dashboardPath(viewer.role))
  const [profile, consents] = await Promise.all([page.api.account.get(), page.api.account.consents()])
  // Nobody is named, because the date of birth that waits is an adult's.
  if (profile.date_of_birth_claimed && !profile.parent_phone)
    throw redirect(`/date-of-birth?${new URLSearchParams({ to: targetOf(request, "/student-dashboard") })}`)
  return {
    named: profile.parent_phone !== null,
    ending: profile.parent_phone?.slice(-2) ?? "",
    confirmed: profile.parent_phone_confirmed,
    under_18: profile.under_18,
    user_id: profile.user_id,
    consents,
    on: targetOf(request, dashboardPath(viewer.role)),
    zone: page.zone,
  }
}

export function action(args: Route.ActionArgs) {
  return serveButton(args, async ({ api }) => {
    await api.account.inviteGuardian()
    return { tone: "success", title: text.sent }
  })
}

export function meta() {
  return [...pageMeta(text), { name: "robots", content: "noindex" }]
}

/** What a minor sees after registering: what the guardian has to do, and how it stands. */
export default function GuardianToldPage({ loaderData, actionData }: Route.ComponentProps) {
  const { named, ending, confirmed, under_18, user_id, consents, on, zone } = loaderData
  const busy = useNavigation().state !== "idle"
  useFlash(actionData?.toast)
  useLiveTopics(OWN_CHANGES)
  const description = !named ? text.none : confirmed ? text.confirmed : text.text(ending)
  return (
    <Page width="narrow">
      <PageHeader
        title={!named ? text.noneTitle : confirmed ? text.confirmedTitle : text.title}
        description={description}
      />
      {named && !confirmed ? (
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
          <ConsentList consents={consents} studentId={user_id} language="en" zone={zone} decides={false} />
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
