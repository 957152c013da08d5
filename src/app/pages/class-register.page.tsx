import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { z } from "zod"
import type { Notice } from "#contract/attendance.ts"
import { RegisterCard } from "#features/attendance/web/register.card.tsx"
import { isId } from "#shared/ids.ts"
import { formatDate, formatInstant, formatTime } from "#shared/time.ts"
import { pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { Badge, type BadgeTone } from "#ui/badge.tsx"
import { Card } from "#ui/card.tsx"
import { useLiveTopics } from "#ui/live.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { DataTable } from "#ui/table.tsx"
import { useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/class-register.page.ts"

export function meta() {
  return [{ title: "Attendance" }]
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request, "/teacher-auth")
  const class_id = params.classId
  if (!isId(class_id)) throw data(null, { status: 404 })
  try {
    const [session, register, notices] = await Promise.all([
      page.api.classes.get({ class_id }),
      page.api.attendance.register({ class_id }),
      page.api.attendance.notices({ class_id }),
    ])
    return { session, register, notices, zone: page.zone }
  } catch (error) {
    if (error instanceof ORPCError && (error.status === 404 || error.status === 403))
      throw data(null, { status: 404 })
    throw error
  }
}

const Mark = z.object({
  student_id: z.uuid(),
  verdict: z.enum(["present", "absent", "excused"]),
  reason: z.string().max(300).optional(),
})

export async function action(args: Route.ActionArgs) {
  return serveForm(args, Mark, async (mark, { api }) => {
    const entry = await api.attendance.mark({ class_id: args.params.classId, ...mark })
    return { tone: "success", title: `${entry.student_name} is marked ${entry.verdict}` }
  })
}

/** The register of one class and what parents were told about it. */
export default function ClassRegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { session, register, notices, zone } = loaderData
  useFlash(actionData?.toast)
  useLiveTopics([`class:${session.id}`])
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: "/teacher-dashboard?tab=classes", label: "Back to Dashboard" }}
        title={session.title}
        description={`${formatDate(session.scheduled_date)}, ${formatTime(session.start_time)} to ${formatTime(session.end_time)}`}
      />
      <RegisterCard register={register} zone={zone} />
      <Card title="Messages to parents" description="Each parent of an absent student is told once.">
        <DataTable
          caption="Messages to parents"
          columns={columns(zone)}
          rows={notices}
          rowKey={(notice) => notice.id}
          empty={<p className="text-ink-muted">No message was due.</p>}
        />
      </Card>
    </Page>
  )
}

const STATUS: Record<Notice["status"], { label: string; tone: BadgeTone }> = {
  held: { label: "Held", tone: "warning" },
  queued: { label: "Waiting", tone: "neutral" },
  sending: { label: "Sending", tone: "neutral" },
  sent: { label: "Sent", tone: "success" },
  failed: { label: "Not delivered", tone: "danger" },
  unknown: { label: "Unknown", tone: "warning" },
  withdrawn: { label: "Taken back", tone: "neutral" },
}

function columns(zone: string) {
  return [
    { key: "who", header: "Parent", cell: (notice: Notice) => notice.recipient_name },
    { key: "number", header: "Number", cell: (notice: Notice) => notice.recipient },
    {
      key: "status",
      header: "Status",
      cell: (notice: Notice) => (
        <Badge tone={STATUS[notice.status].tone}>{STATUS[notice.status].label}</Badge>
      ),
    },
    {
      key: "when",
      header: "When",
      cell: (notice: Notice) => notice.reason ?? formatInstant(notice.sent_at ?? notice.created_at, zone),
    },
  ]
}
