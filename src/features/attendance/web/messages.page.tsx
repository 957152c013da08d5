import { data, useSearchParams } from "react-router"
import { z } from "zod"
import { NoticeDecision } from "#contract/attendance/attendance-notices.ts"
import { RestoredCopyCard, toldDecision } from "#features/notifications/web/restored-copy.card.tsx"
import { OWN_CHANGES, topicOfChanges } from "#shared/changes.ts"
import { pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { chosenTab, TabLinks } from "#ui/components/tabs.tsx"
import { languageOf } from "#ui/language.ts"
import { useLiveTopics } from "#ui/live/live.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/messages.page.ts"
import { OpenNoticeCard } from "./open-notice.tsx"
import type { messagesText } from "./texts/messages.text.ts"
import { messagesTexts } from "./texts/messages.texts.ts"

const tabsIn = ({ tabs }: typeof messagesText) =>
  (["all", "held", "failed", "unknown"] as const).map((value) => ({ value, label: tabs[value] }))

/** The most topics that a page can follow. */
const MOST_FOLLOWED = 40

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  const { title } = messagesTexts[languageOf(matches)]
  return [{ title }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { role } = requireViewer(page, request, "/teacher-auth")
  if (role !== "instructor" && role !== "office" && role !== "admin") throw data(null, { status: 404 })
  const params = new URL(request.url).searchParams
  const tab = chosenTab(params, tabsIn(messagesTexts[page.language]))
  const after = params.get("after")
  const { items, next_cursor } = await page.api.attendance.openNotices({
    ...(tab !== "all" && { status: tab as "held" }),
    ...(after && { cursor: after }),
    limit: 20,
  })
  const isAdmin = role === "admin"
  const copy = isAdmin ? await page.api.notifications.restoredCopy() : null
  return { notices: items, next_cursor, isAdmin, copy, zone: page.zone }
}

const Decision = z.object({
  notice_id: z.uuid(),
  decision: NoticeDecision,
  name: z.string().max(200).default(""),
  reason: z.string().trim().max(300).optional(),
})

const CopyDecision = z.object({ copy_id: z.uuid(), copy_decision: z.enum(["send", "drop"]) })

export async function action(args: Route.ActionArgs) {
  requireViewer(args.context.get(pageRequest), args.request, "/teacher-auth")
  const isAboutCopy = (await args.request.clone().formData()).has("copy_id")
  if (isAboutCopy) {
    return serveForm(args, CopyDecision, async ({ copy_id, copy_decision: decision }, { api, language }) => {
      const { messages } = await api.notifications.decideRestoredCopy({ copy_id, decision })
      return { tone: "success", title: toldDecision(language, decision, messages) }
    })
  }
  return serveForm(args, Decision, async ({ name, ...decision }, { api, language }) => {
    await api.attendance.decideNotice(decision)
    return { tone: "success", title: messagesTexts[language].done[decision.decision](name) }
  })
}

/** All messages to parents that wait for a decision. */
export default function MessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(messagesTexts)
  const { notices, next_cursor, isAdmin, copy, zone } = loaderData
  const [_params] = useSearchParams()
  useFlash(actionData?.toast)
  const followed = new Set(notices.flatMap((notice) => (notice.class ? [notice.class.class_id] : [])))
  useLiveTopics([
    ...OWN_CHANGES,
    ...topicOfChanges(["class.notices", "class.attendance"], [...followed].slice(0, MOST_FOLLOWED)),
  ])
  return (
    <Page width="reading">
      <PageHeader
        title={text.title}
        description={text.description}
        actions={
          isAdmin ? (
            <ButtonLink to="/admin/sms" variant="secondary">
              {text.texts}
            </ButtonLink>
          ) : null
        }
      />
      {copy ? <RestoredCopyCard copy={copy} zone={zone} /> : null}
      <TabLinks label={text.which} tabs={tabsIn(text)} />
      {notices.length === 0 ? (
        <EmptyState illustration="no-requests" title={text.empty} text={text.emptyText} />
      ) : (
        <ul className="grid gap-4">
          {notices.map((notice) => (
            <OpenNoticeCard
              key={notice.id}
              notice={notice}
              zone={zone}
              isAdmin={isAdmin}
              reply={actionData}
            />
          ))}
        </ul>
      )}
      <MoreLink cursor={next_cursor} />
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </Page>
  )
}
