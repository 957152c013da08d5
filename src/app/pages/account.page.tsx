import { useSearchParams } from "react-router"
import { accountTexts } from "#features/accounts/web/own/account.texts.ts"
import { serveAccount } from "#features/accounts/web/own/account-acts.ts"
import type { AccountReply } from "#features/accounts/web/own/account-forms.tsx"
import { EraseCard, ExportCard } from "#features/accounts/web/own/account-privacy.tsx"
import { ContactsCard, PreferencesCard, ProfileCard } from "#features/accounts/web/own/account-profile.tsx"
import {
  EmailCard,
  PasswordCard,
  SessionsCard,
  TwoStepCard,
} from "#features/accounts/web/own/account-security.tsx"
import { ViewsCard } from "#features/accounts/web/own/views.card.tsx"
import { loadViews } from "#features/accounts/web/own/views.load.ts"
import { IntegrationsCard } from "#features/admin/web/settings/integrations.card.tsx"
import { serveOwnConsent } from "#features/guardians/web/consents.act.ts"
import { ConsentsCard } from "#features/guardians/web/consents.card.tsx"
import { BillsCard } from "#features/payments/web/bills.card.tsx"
import { PointsLink } from "#features/payments/web/points/points-link.card.tsx"
import { isFamily } from "#shared/roles.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { MoreLink } from "#ui/components/more-link.tsx"
import { chosenTab, TabLinks } from "#ui/components/tabs.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { pageMeta } from "#ui/page-meta.ts"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/account.page.ts"

export const handle = { translated: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  const locked = viewer.locked === true
  const params = new URL(request.url).searchParams
  const [seen, after] = [params.get("seen"), params.get("after")]
  const teaches = (viewer.role === "instructor" || viewer.role === "admin") && !locked
  const pays = isFamily(viewer.role)
  const [profile, sessions, consents, views, integrations, bills] = await Promise.all([
    page.api.account.get(),
    page.api.account.sessions(),
    viewer.role === "student" ? page.api.account.consents() : [],
    viewer.role === "student" ? loadViews(page, viewer.user_id, seen) : null,
    teaches ? page.api.integrations.list() : null,
    pays && !locked ? page.api.bills.list(after ? { cursor: after } : {}) : null,
  ])
  return { profile, sessions, consents, views, integrations, bills, locked, zone: page.zone }
}

export function action(args: Route.ActionArgs) {
  return serveAccount(args, { consent: serveOwnConsent })
}

export function meta({ matches }: Route.MetaArgs) {
  return [...pageMeta(matches, accountTexts[languageOf(matches)]), { name: "robots", content: "noindex" }]
}

/** The viewer's own account: profile, ways to sign in, and stored data. */
export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, integrations, bills, locked } = loaderData
  const text = useTexts(accountTexts)
  const [params] = useSearchParams()
  const views = [
    ...(["profile", "security", "privacy"] as const),
    ...(bills ? (["bills"] as const) : []),
    ...(integrations ? (["services"] as const) : []),
  ]
  const tabs = views.map((value) => ({ value, label: text.tabs[value] }))
  const tab = locked ? "security" : chosenTab(params, tabs)
  useFlash(actionData?.toast)
  return (
    <Page width="narrow">
      <PageHeader title={text.title} description={profile.email} />
      {locked ? <LockedNotice /> : <TabLinks label={text.tabs.label} tabs={tabs} />}
      <Tab tab={tab} reply={actionData} {...loaderData} />
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </Page>
  )
}

type TabProps = Route.ComponentProps["loaderData"] & { tab: string; reply: AccountReply | undefined }

function Tab({
  tab,
  reply,
  profile,
  sessions,
  consents,
  views,
  integrations,
  bills,
  locked,
  zone,
}: TabProps) {
  const student = profile.role === "student"
  if (tab === "security") {
    return (
      <div className="grid gap-6">
        <TwoStepCard profile={profile} />
        {locked ? null : <EmailCard profile={profile} reply={reply} />}
        <PasswordCard profile={profile} reply={reply} />
        <SessionsCard sessions={sessions} zone={zone} />
      </div>
    )
  }
  if (tab === "privacy") {
    return (
      <div className="grid gap-6">
        {student ? <ConsentsCard profile={profile} consents={consents} zone={zone} /> : null}
        {views ? <ViewsCard page={views} zone={zone} /> : null}
        <ExportCard />
        <EraseCard profile={profile} reply={reply} />
      </div>
    )
  }
  if (tab === "bills" && bills) {
    return (
      <div className="grid gap-6">
        <PointsLink />
        <BillsCard bills={bills.items} withTitles />
        <MoreLink cursor={bills.next_cursor} />
      </div>
    )
  }
  if (tab === "services" && integrations) return <IntegrationsCard integrations={integrations} zone={zone} />
  return (
    <div className="grid gap-6">
      <ProfileCard profile={profile} reply={reply} />
      {student ? <ContactsCard profile={profile} reply={reply} /> : null}
      <PreferencesCard profile={profile} reply={reply} />
    </div>
  )
}

function LockedNotice() {
  const text = useTexts(accountTexts).locked
  return (
    <div role="alert" className="rounded-card border border-warning/40 bg-warning-tint p-4 text-[0.9375rem]">
      <p className="font-semibold text-warning">{text.title}</p>
      <p>{text.text}</p>
    </div>
  )
}
