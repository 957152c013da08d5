import { data, Link, useSearchParams } from "react-router"
import { z } from "zod"
import { NoticeDecision } from "#contract/attendance-notices.ts"
import { RestoredCopyCard, toldDecision } from "#features/notifications/web/restored-copy.card.tsx"
import { OWN_CHANGES, topicOfChanges } from "#shared/changes.ts"
import { pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { ButtonLink, buttonClass } from "#ui/button.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { useLiveTopics } from "#ui/live.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { chosenTab, TabLinks } from "#ui/tabs.tsx"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/messages.page.ts"
import { OpenNoticeCard } from "./open-notice.tsx"

const TABS = [
  { value: "all", label: "All" },
  { value: "held", label: "Held" },
  { value: "failed", label: "Not sent" },
  { value: "unknown", label: "Unknown" },
] as const

/** No more topics than a page may follow. */
const MOST_FOLLOWED = 40

export function meta() {
  return [{ title: "Messages to parents" }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { role } = requireViewer(page, request, "/teacher-auth")
  if (role !== "instructor" && role !== "admin") throw data(null, { status: 404 })
  const params = new URL(request.url).searchParams
  const tab = chosenTab(params, TABS)
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

const DONE: Record<NoticeDecision, (name: string) => string> = {
  send: (name) => `The message to ${name} is on its way`,
  drop: (name) => `The message to ${name} is dropped`,
  told: (name) => `${name} counts as told by phone`,
  not_sent: (name) => `The message to ${name} was not sent: you can send it now`,
}

export async function action(args: Route.ActionArgs) {
  requireViewer(args.context.get(pageRequest), args.request, "/teacher-auth")
  const isAboutCopy = (await args.request.clone().formData()).has("copy_id")
  if (isAboutCopy) {
    return serveForm(args, CopyDecision, async ({ copy_id, copy_decision: decision }, { api, language }) => {
      const { messages } = await api.notifications.decideRestoredCopy({ copy_id, decision })
      return { tone: "success", title: toldDecision(language, decision, messages) }
    })
  }
  return serveForm(args, Decision, async ({ name, ...decision }, { api }) => {
    await api.attendance.decideNotice(decision)
    return { tone: "success", title: DONE[decision.decision](name) }
  })
}

/** Every message to a parent that waits for somebody to decide, in one place. */
export default function MessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { notices, next_cursor, isAdmin, copy, zone } = loaderData
  const [params] = useSearchParams()
  useFlash(actionData?.toast)
  const followed = new Set(notices.flatMap((notice) => (notice.class ? [notice.class.class_id] : [])))
  useLiveTopics([
    ...OWN_CHANGES,
    ...topicOfChanges(["class.notices", "class.attendance"], [...followed].slice(0, MOST_FOLLOWED)),
  ])
  const next = new URLSearchParams(params)
  if (next_cursor) next.set("after", next_cursor)
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: "/attendance", label: "Attendance" }}
        title="Messages to parents"
        description="What was held, could not be sent, or may have been sent. Nothing here leaves without you."
        actions={
          isAdmin ? (
            <ButtonLink to="/admin/sms" variant="secondary">
              Text messages
            </ButtonLink>
          ) : null
        }
      />
      {copy ? <RestoredCopyCard copy={copy} zone={zone} /> : null}
      <TabLinks label="Which messages" tabs={TABS} />
      {notices.length === 0 ? (
        <EmptyState
          illustration="no-requests"
          title="Nothing waits for you"
          text="Messages that are held or fail appear here, each with its reason."
        />
      ) : (
        <ul className="grid gap-4">
          {notices.map((notice) => (
            <OpenNoticeCard key={notice.id} notice={notice} zone={zone} reply={actionData} />
          ))}
        </ul>
      )}
      {next_cursor ? (
        <Link
          to={`?${next}`}
          className={buttonClass({ variant: "secondary", className: "justify-self-center" })}
        >
          Show more
        </Link>
      ) : null}
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </Page>
  )
}
