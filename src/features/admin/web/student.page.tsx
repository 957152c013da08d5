import { ORPCError } from "@orpc/client"
import type { ReactNode } from "react"
import { data, Link, redirect } from "react-router"
import { z } from "zod"
import { ViewsCard } from "#features/accounts/web/own/views.card.tsx"
import { StudentBirthDate } from "#features/accounts/web/people/staff-birth-date.card.tsx"
import { VerdictBadge } from "#features/attendance/web/verdict-badge.card.tsx"
import { StateLabel } from "#features/classes/web/list/class-line.card.tsx"
import { StudentGuardian } from "#features/guardians/web/student-guardian.card.tsx"
import { shareOf } from "#shared/share.ts"
import { formatDate, formatTime } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { Stat, StatGrid } from "#ui/components/stat.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import type { Route } from "./+types/student.page.ts"
import { AdminPage, adminMeta, adminRequest } from "./admin-page.tsx"

const VIEWS_SHOWN = 10

export async function loader(args: Route.LoaderArgs) {
  const page = adminRequest(args)
  const id = z.uuid().safeParse(args.params.studentId)
  if (!id.success) throw data(null, { status: 404 })
  const student = await page.api.admin.student({ student_id: id.data }).catch((error) => {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") throw data(null, { status: 404 })
    throw error
  })
  const seen = new URL(args.request.url).searchParams.get("seen")
  const views = await page.api.views
    .list({ student_id: id.data, limit: VIEWS_SHOWN, ...(seen && { cursor: seen }) })
    .catch((error) => {
      // An invalid cursor.
      if (seen && error instanceof ORPCError && error.code === "FIELD_ERRORS") throw redirect("?")
      throw error
    })
  return { student, views, zone: page.zone }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return adminMeta(loaderData?.student.name ?? "Student")
}

type Student = Route.ComponentProps["loaderData"]["student"]

/** One student: whom to call, their courses, and their attendance. */
export default function StudentPage({ loaderData: { student, views, zone } }: Route.ComponentProps) {
  return (
    <AdminPage
      title={student.name}
      description={student.email}
      back={{ to: "/admin-dashboard/students", label: "Students" }}
      actions={
        <ButtonLink to={`/admin/people?${new URLSearchParams({ q: student.email })}`} variant="secondary">
          Role and account
        </ButtonLink>
      }
    >
      <StatGrid label="Attendance">
        <Stat label="Attendance" value={shareOf(student.attended, student.held)} note="of classes held" />
        <Stat label="Attended" value={student.attended} />
        <Stat label="Held" value={student.held} note="medical absences left out" />
        <Stat label="Courses" value={student.programs.length} />
      </StatGrid>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card flush title="Latest classes">
          <DataTable
            caption="Latest classes"
            columns={COLUMNS}
            rows={student.classes}
            rowKey={(row) => row.class_id}
            empty={
              <EmptyState
                level={3}
                illustration="no-classes"
                title="No seat in any class yet"
                text="Classes appear here once the student has a seat."
              />
            }
          />
        </Card>
        <aside className="grid content-start gap-6">
          <Contacts student={student} />
          <StudentGuardian student={student} zone={zone} />
          <StudentBirthDate student={student} />
          <Card title="Courses">
            {student.programs.length === 0 ? (
              <p className="text-ink-muted">Not enrolled in any program.</p>
            ) : (
              <ul className="grid gap-2">
                {student.programs.map((title) => (
                  <li key={title}>{title}</li>
                ))}
              </ul>
            )}
          </Card>
          <ViewsCard page={views} zone={zone} />
        </aside>
      </div>
    </AdminPage>
  )
}

function Contacts({ student }: { student: Student }) {
  const { phone, grade, curriculum, under_18, parent_name, parent_phone, parent_confirmed } = student
  return (
    <Card title="Contacts" action={under_18 ? <Badge>Under 18</Badge> : null}>
      <dl className="grid gap-3 text-[0.9375rem]">
        <Line label="Phone">{phone ? <Call number={phone} /> : "–"}</Line>
        <Line label="Grade">{[grade && `Class ${grade}`, curriculum].filter(Boolean).join(", ") || "–"}</Line>
        <Line label="Guardian">
          {parent_phone ? (
            <>
              {parent_name ?? "–"}, <Call number={parent_phone} />{" "}
              <span className="text-ink-muted">{parent_confirmed ? "confirmed" : "unconfirmed"}</span>
            </>
          ) : (
            "–"
          )}
        </Line>
        {student.guardians
          .filter((guardian) => guardian.phone !== parent_phone)
          .map((guardian) => (
            <Line key={guardian.phone} label="Also">
              {guardian.name}, <Call number={guardian.phone} />
            </Line>
          ))}
      </dl>
    </Card>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Call({ number }: { number: string }) {
  return (
    <a href={`tel:${number}`} className="underline underline-offset-4">
      {number}
    </a>
  )
}

const COLUMNS: Column<Student["classes"][number]>[] = [
  {
    key: "title",
    header: "Class",
    cell: (row) => (
      <Link to={`/class/${row.class_id}`} className="underline-offset-4 hover:underline">
        {row.title}
      </Link>
    ),
  },
  {
    key: "date",
    header: "When",
    cell: (row) => `${formatDate(row.scheduled_date)}, ${formatTime(row.start_time)}`,
  },
  {
    key: "verdict",
    header: "Attendance",
    cell: ({ verdict, made_up, status }) =>
      verdict ? (
        <VerdictBadge line={{ verdict, made_up }} />
      ) : (
        <Badge>
          <StateLabel state={status} />
        </Badge>
      ),
  },
]
