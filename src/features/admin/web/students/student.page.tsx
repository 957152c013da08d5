import { ORPCError } from "@orpc/client"
import type { ReactNode } from "react"
import { data } from "react-router"
import { z } from "zod"
import { ViewsCard } from "#features/accounts/web/own/views.card.tsx"
import { CorrectGuardian, CorrectStudent } from "#features/accounts/web/people/correct-student.card.tsx"
import { StudentBirthDate } from "#features/accounts/web/people/staff-birth-date.card.tsx"
import { VerdictBadge } from "#features/attendance/web/verdict-badge.card.tsx"
import { StateLabel } from "#features/classes/web/list/class-line.card.tsx"
import { StudentGuardian } from "#features/guardians/web/student-guardian.card.tsx"
import { useProgramNames } from "#features/programs/web/program-names.card.tsx"
import { displayPhone } from "#shared/phone.ts"
import { shareOf } from "#shared/share.ts"
import { formatDateIn, formatTimeIn } from "#shared/time.ts"
import { redirectWithToast, serveForm } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { Stat, StatGrid } from "#ui/components/stat.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { LANGUAGE_TAGS, languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { AdminPage, adminMeta, officeRequest } from "../admin-page.tsx"
import type { Route } from "./+types/student.page.ts"
import { BatchForm } from "./batch-form.tsx"
import { EndForm } from "./end-form.tsx"
import type { studentsText } from "./students.text.ts"
import { studentsTexts } from "./students.texts.ts"

export const handle = { translated: true }

const VIEWS_SHOWN = 10

export async function loader(args: Route.LoaderArgs) {
  const page = officeRequest(args)
  const id = z.uuid().safeParse(args.params.studentId)
  if (!id.success) throw data(null, { status: 404 })
  // The office reads whom to call; accounts and what guardians may do are for admins.
  const isAdmin = page.viewer?.role === "admin"
  const [student, people] = await Promise.all([
    page.api.admin.student({ student_id: id.data }),
    isAdmin ? page.api.people.guardians({ user_id: id.data }) : null,
  ]).catch((error) => {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") throw data(null, { status: 404 })
    throw error
  })
  const enrolments = await Promise.all(
    student.enrolments.map(async (enrolment) => {
      const { course_id } = enrolment
      return { ...enrolment, batches: await page.api.classes.batches({ course_id }) }
    }),
  )
  if (!isAdmin) return { student, enrolments, people: null, views: null, zone: page.zone }
  const seen = new URL(args.request.url).searchParams.get("seen")
  const cursor = seen ? { cursor: seen } : {}
  const views = await page.api.views.list({ student_id: id.data, limit: VIEWS_SHOWN, ...cursor })
  return { student, enrolments, people, views, zone: page.zone }
}

const OfProgram = z.object({ course_id: z.uuid(), title: z.string().max(200) })

const Act = z.discriminatedUnion("intent", [
  OfProgram.extend({
    intent: z.literal("move"),
    /** Empty for all classes. */
    batch_id: z.union([z.literal(""), z.uuid()]).default(""),
  }),
  OfProgram.extend({ intent: z.literal("end") }),
  z.object({
    intent: z.literal("correct"),
    first_name: z.string("Enter this name").trim().min(1, "Enter this name").max(60),
    last_name: z.string("Enter this name").trim().min(1, "Enter this name").max(60),
    phone: z.string().max(20).default(""),
    grade: z.string().max(40).default(""),
    curriculum: z.string().max(40).default(""),
  }),
  z.object({
    intent: z.literal("correct-guardian"),
    parent_name: z.string().max(120).default(""),
    parent_phone: z.string().max(20).default(""),
  }),
])

/** Corrects the student's details or guardian, moves them to another batch, or ends a program for them. */
export async function action(args: Route.ActionArgs) {
  officeRequest(args)
  const student_id = args.params.studentId
  return serveForm(args, Act, async (act, { api, language }) => {
    const { one: text } = studentsTexts[language]
    const path = `/admin-dashboard/students/${student_id}`
    if (act.intent === "correct") {
      const { intent: _, ...details } = act
      await api.people.correctStudent({ user_id: student_id, ...details })
      return redirectWithToast(path, { tone: "success", title: text.corrected })
    }
    if (act.intent === "correct-guardian") {
      const { intent: _, ...contact } = act
      await api.people.correctGuardian({ user_id: student_id, ...contact })
      return redirectWithToast(path, { tone: "success", title: text.guardianCorrected })
    }
    const { course_id, title } = act
    if (act.intent === "end") {
      const { ended } = await api.classes.endEnrolment({ student_id, course_id })
      return redirectWithToast(
        path,
        ended
          ? { tone: "success", title: text.ended(title), description: text.endedText }
          : { tone: "info", title: text.notEnded(title) },
      )
    }
    const { moved } = await api.classes.setBatch({ student_id, course_id, batch_id: act.batch_id || null })
    return redirectWithToast(
      path,
      moved
        ? { tone: "success", title: text.moved(title), description: text.movedText }
        : { tone: "info", title: text.notMoved(title) },
    )
  })
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return adminMeta(matches, loaderData?.student.name ?? studentsTexts[languageOf(matches)].one.student)
}

type Student = Route.ComponentProps["loaderData"]["student"]

/** One student: whom to call, their courses, and their attendance. */
export default function StudentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { student, enrolments, people, views, zone } = loaderData
  const { title, one: text } = useTexts(studentsTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  /** The response belongs to the form that was posted. */
  const resultOf = (intent: string, courseId?: string) => {
    const posted = actionData?.form?.initialValue
    return posted?.intent === intent && posted.course_id === courseId ? actionData?.form : null
  }
  return (
    <AdminPage
      title={student.name}
      description={student.email}
      back={{ to: "/admin-dashboard/students", label: title }}
      flash={actionData?.toast}
      actions={
        people ? (
          <>
            <ButtonLink to={`/cards/${student.user_id}`} reloadDocument variant="secondary">
              {text.card}
            </ButtonLink>
            <ButtonLink
              to={`/admin/people?${new URLSearchParams({ q: student.email || student.name })}`}
              variant="secondary"
            >
              {text.account}
            </ButtonLink>
          </>
        ) : null
      }
    >
      <StatGrid label={text.attendance}>
        <Stat
          label={text.attendance}
          value={shareOf(student.attended, student.held)}
          note={text.attendanceNote}
        />
        <Stat label={text.attended} value={student.attended} />
        <Stat label={text.held} value={student.held} note={text.heldNote} />
        <Stat label={text.courses} value={student.programs.length} />
      </StatGrid>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card flush title={text.latest}>
          <DataTable
            caption={text.latest}
            columns={columnsIn(text, tag)}
            rows={student.classes}
            rowKey={(row) => row.class_id}
            empty={
              <EmptyState
                level={3}
                illustration="no-classes"
                title={text.noClasses}
                text={text.noClassesText}
              />
            }
          />
        </Card>
        <aside className="grid content-start gap-6">
          <Contacts student={student}>
            <CorrectStudent key={student.name} student={student} lastResult={resultOf("correct")} />
            {people ? (
              <CorrectGuardian
                key={student.parent_phone}
                student={student}
                lastResult={resultOf("correct-guardian")}
              />
            ) : null}
          </Contacts>
          {people ? <StudentGuardian student={student} people={people} zone={zone} /> : null}
          {people ? <StudentBirthDate student={student} /> : null}
          <Card title={text.courses}>
            {student.programs.length === 0 ? <p className="text-ink-muted">{text.noCourses}</p> : null}
            <ul className="grid gap-2">
              {enrolments.map(({ batches, ...enrolment }) => (
                <li key={enrolment.course_id}>
                  {enrolment.title}
                  {batches.length > 0 || enrolment.batch_id ? (
                    <BatchForm
                      key={enrolment.batch_id}
                      {...{ enrolment, batches }}
                      lastResult={resultOf("move", enrolment.course_id)}
                    />
                  ) : null}
                  <EndForm
                    {...{ enrolment, email: student.email }}
                    lastResult={resultOf("end", enrolment.course_id)}
                  />
                </li>
              ))}
              {student.ended_programs.map(({ title, valid_until }) => (
                <li key={title} className="text-ink-muted">
                  {text.endedOn(title, formatDateIn(tag, valid_until))}
                </li>
              ))}
            </ul>
          </Card>
          {views ? <ViewsCard page={views} zone={zone} /> : null}
        </aside>
      </div>
    </AdminPage>
  )
}

function Contacts({ student, children }: { student: Student; children: ReactNode }) {
  const { confirmed, unconfirmed, grade: gradeLabel, one: text } = useTexts(studentsTexts)
  const { gradeName, curriculumName } = useProgramNames()
  const { phone, grade, curriculum, under_18, parent_name, parent_phone, parent_confirmed } = student
  return (
    <Card title={text.contacts} action={under_18 ? <Badge>{text.under18}</Badge> : null}>
      <dl className="grid gap-3 text-[0.9375rem]">
        <Line label={text.phone}>{phone ? <Call number={phone} /> : "–"}</Line>
        <Line label={gradeLabel}>
          {[grade && gradeName(grade), curriculum && curriculumName(curriculum, curriculum)]
            .filter(Boolean)
            .join(", ") || "–"}
        </Line>
        <Line label={text.guardian}>
          {parent_phone ? (
            <>
              {parent_name ?? "–"}, <Call number={parent_phone} />{" "}
              <span className="text-ink-muted">{parent_confirmed ? confirmed : unconfirmed}</span>
            </>
          ) : (
            "–"
          )}
        </Line>
        {student.guardians.map(({ guardian_id, name, phone }) =>
          phone === null || phone === parent_phone ? null : (
            <Line key={guardian_id} label={text.also}>
              {name}, <Call number={phone} />
            </Line>
          ),
        )}
      </dl>
      <div className="mt-4 grid gap-2">{children}</div>
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
      {displayPhone(number)}
    </a>
  )
}

function columnsIn(
  { columns }: (typeof studentsText)["one"],
  tag: string,
): Column<Student["classes"][number]>[] {
  return [
    {
      key: "title",
      header: columns.class,
      cell: (row) => (
        <Link to={`/class/${row.class_id}`} className="underline-offset-4 hover:underline">
          {row.title}
        </Link>
      ),
    },
    {
      key: "date",
      header: columns.when,
      cell: (row) => `${formatDateIn(tag, row.scheduled_date)}, ${formatTimeIn(tag, row.start_time)}`,
    },
    {
      key: "verdict",
      header: columns.attendance,
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
}
