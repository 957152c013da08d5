import { data, useSearchParams } from "react-router"
import { z } from "zod"
import {
  type ShownLink,
  serveInvitation,
  servePasswordLink,
} from "#features/accounts/web/people/invite.act.ts"
import { InviteCard, LinkCard } from "#features/accounts/web/people/invite.tsx"
import { peopleTexts } from "#features/accounts/web/people/people.texts.ts"
import { peopleActs } from "#features/accounts/web/people/people-acts.ts"
import { PeopleList } from "#features/accounts/web/people/people-lists.tsx"
import { guardianActs } from "#features/guardians/web/confirming.act.ts"
import { GuardiansToConfirm } from "#features/guardians/web/guardians-to-confirm.tsx"
import { OWN_CHANGES } from "#shared/changes.ts"
import { ROLES } from "#shared/roles.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { chosenTab, TabLinks } from "#ui/components/tabs.tsx"
import { intentOf } from "#ui/form-request.ts"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { SearchForm } from "#ui/forms/search-form.tsx"
import { type Language, languageOf } from "#ui/language.ts"
import { useLiveTopics } from "#ui/live/live.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { pageMeta } from "#ui/page-meta.ts"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/people.page.ts"

export const handle = { translated: true }

function tabsIn(language: Language) {
  const { tabs } = peopleTexts[language]
  return [
    { value: "all", label: tabs.all },
    { value: "approval", label: tabs.approval },
    { value: "numbers", label: tabs.unconfirmed },
    { value: "invite", label: tabs.invite },
  ] as const
}

const Filters = z.object({
  q: z.string().max(100).catch(""),
  role: z
    .enum([...ROLES, "none"])
    .optional()
    .catch(undefined),
  after: z.string().max(100).optional().catch(undefined),
})

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  if (viewer.role !== "admin") throw data(null, { status: 404 })
  const params = new URL(request.url).searchParams
  const { q, role, after } = Filters.parse(Object.fromEntries(params))
  const tab = chosenTab(params, tabsIn(page.language))
  const cursor = after ? { cursor: after } : {}
  const numbers = tab === "numbers" ? await page.api.people.unconfirmed(cursor) : null
  const people =
    tab === "numbers" || tab === "invite"
      ? null
      : await page.api.people.list({
          ...cursor,
          ...(tab === "approval" ? { state: "awaits_approval" as const } : { q, ...(role && { role }) }),
        })
  const { mail } = await page.api.accounts.signInOptions()
  return { people, numbers, mail, q, role: role ?? "", own: viewer.user_id, zone: page.zone }
}

export async function action(args: Route.ActionArgs) {
  const intent = await intentOf(args.request)
  if (intent === "invite" || intent === "invite-again") return serveInvitation(args, intent)
  if (intent === "password-link") return servePasswordLink(args)
  const act = peopleActs[intent] ?? guardianActs[intent]
  if (!act) throw new Response(null, { status: 400 })
  return act(args)
}

export function meta({ matches }: Route.MetaArgs) {
  return [...pageMeta(matches, peopleTexts[languageOf(matches)]), { name: "robots", content: "noindex" }]
}

/** Everyone with an account, for admins. */
export default function PeoplePage({ loaderData, actionData }: Route.ComponentProps) {
  const { people, numbers, own, zone } = loaderData
  const [params] = useSearchParams()
  const text = useTexts(peopleTexts)
  const tabs = tabsIn(useLanguage())
  const tab = chosenTab(params, tabs)
  const link = actionData && "invitation" in actionData ? (actionData.invitation as ShownLink | null) : null
  useFlash(actionData?.toast)
  useLiveTopics(OWN_CHANGES)
  return (
    <Page>
      <PageHeader title={text.title} description={text.description} />
      <TabLinks label={text.tabs.label} tabs={tabs} />
      {tab === "all" ? <FilterForm q={loaderData.q} role={loaderData.role} /> : null}
      {link ? <LinkCard {...link} /> : null}
      {tab === "invite" ? <InviteCard mail={loaderData.mail} reply={actionData} /> : null}
      {people?.items.length === 0 ? <Nobody approval={tab === "approval"} /> : null}
      {people ? <PeopleList people={people.items} own={own} zone={zone} reply={actionData} /> : null}
      {numbers?.items.length === 0 ? (
        <EmptyState illustration="no-requests" title={text.allConfirmed} text={text.allConfirmedText} />
      ) : null}
      {numbers && numbers.items.length > 0 ? (
        <GuardiansToConfirm guardians={numbers.items} zone={zone} reply={actionData} />
      ) : null}
      <MoreLink cursor={(people ?? numbers)?.next_cursor ?? null} />
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </Page>
  )
}

function FilterForm({ q, role }: { q: string; role: string }) {
  const text = useTexts(peopleTexts)
  return (
    <SearchForm search={{ label: text.search, value: q }} submit={text.find}>
      <Field label={text.role}>
        <SelectInput
          name="role"
          defaultValue={role}
          placeholder={text.anyRole}
          options={[...ROLES, "none" as const].map((value) => ({ value, label: text.roles[value] }))}
        />
      </Field>
    </SearchForm>
  )
}

function Nobody({ approval }: { approval: boolean }) {
  const text = useTexts(peopleTexts)
  return (
    <EmptyState
      illustration="no-requests"
      title={approval ? text.allApproved : text.none}
      text={approval ? text.allApprovedText : text.noneText}
    />
  )
}
