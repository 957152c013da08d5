import { useSearchParams } from "react-router"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { chosenTab, TabLinks } from "#ui/tabs.tsx"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/account.page.ts"
import { accountText as text } from "./account.text.ts"
import { serveAccount } from "./account-acts.ts"
import type { AccountReply } from "./account-forms.tsx"
import { ConsentsCard, EraseCard, ExportCard } from "./account-privacy.tsx"
import { ContactsCard, PreferencesCard, ProfileCard } from "./account-profile.tsx"
import { EmailCard, PasswordCard, SessionsCard, TwoStepCard } from "./account-security.tsx"
import { pageMeta } from "./page-meta.ts"
import { ViewsCard } from "./views.card.tsx"
import { loadViews } from "./views.load.ts"

const TABS = [
  { value: "profile", label: text.tabs.profile },
  { value: "security", label: text.tabs.security },
  { value: "privacy", label: text.tabs.privacy },
] as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  const locked = viewer.locked === true
  const seen = new URL(request.url).searchParams.get("seen")
  const [profile, sessions, consents, views] = await Promise.all([
    page.api.account.get(),
    page.api.account.sessions(),
    viewer.role === "student" ? page.api.account.consents() : [],
    viewer.role === "student" ? loadViews(page, viewer.user_id, seen) : null,
  ])
  return { profile, sessions, consents, views, locked, zone: page.zone }
}

export function action(args: Route.ActionArgs) {
  return serveAccount(args)
}

export function meta() {
  return [...pageMeta(text), { name: "robots", content: "noindex" }]
}

/** One's own account: who one is, how one signs in, and what is kept. */
export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, locked } = loaderData
  const [params] = useSearchParams()
  const tab = locked ? "security" : chosenTab(params, TABS)
  useFlash(actionData?.toast)
  return (
    <Page width="narrow">
      <PageHeader title={text.title} description={profile.email} />
      {locked ? <LockedNotice /> : <TabLinks label={text.tabs.label} tabs={TABS} />}
      <Tab tab={tab} reply={actionData} {...loaderData} />
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </Page>
  )
}

type TabProps = Route.ComponentProps["loaderData"] & { tab: string; reply: AccountReply | undefined }

function Tab({ tab, reply, profile, sessions, consents, views, locked, zone }: TabProps) {
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
  return (
    <div className="grid gap-6">
      <ProfileCard profile={profile} reply={reply} />
      {student ? <ContactsCard profile={profile} reply={reply} /> : null}
      <PreferencesCard profile={profile} reply={reply} />
    </div>
  )
}

function LockedNotice() {
  return (
    <div role="alert" className="rounded-card border border-warning/40 bg-warning-tint p-4 text-[0.9375rem]">
      <p className="font-semibold text-warning">{text.locked.title}</p>
      <p>{text.locked.text}</p>
    </div>
  )
}
