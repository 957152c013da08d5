import { Form } from "react-router"
import { z } from "zod"
import { CLASS_STATES } from "#contract/admin/admin-dashboard.ts"
import { CLASS_TYPES, type ScheduledClass } from "#contract/classes/classes.ts"
import { AdminPage, adminMeta, adminRequest } from "#features/admin/web/admin-page.tsx"
import { ExportLink } from "#features/admin/web/export-link.tsx"
import { roomPath } from "#features/classes/addresses.ts"
import { ClassLine } from "#features/classes/web/list/class-line.card.tsx"
import { useNow } from "#features/classes/web/list/use-now.ts"
import { restoreDeleted } from "#features/classes/web/schedule/class-bin.act.ts"
import { ClassBin } from "#features/classes/web/schedule/class-bin.card.tsx"
import { RESTORE_CLASS } from "#features/classes/web/schedule/restore-intent.ts"
import { OFFICE_CHANGES, OWN_CHANGES, topicOfChanges } from "#shared/changes.ts"
import { serveButton } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { TabLinks } from "#ui/components/tabs.tsx"
import { DateInput } from "#ui/forms/date-input.tsx"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import type { Route } from "./+types/admin-classes.page.ts"

const STATES = [
  { value: "upcoming", label: "Coming" },
  { value: "live", label: "Live now" },
  { value: "past", label: "Past" },
  { value: "cancelled", label: "Cancelled" },
  { value: "deleted", label: "Bin" },
] as const
const DELETED_SHOWN = 50

const Filters = z.object({
  state: z
    .enum([...CLASS_STATES, "deleted"])
    .default("upcoming")
    .catch("upcoming"),
  q: z.string().max(100).catch("").default(""),
  instructor: z.uuid().optional().catch(undefined),
  type: z.enum(CLASS_TYPES).optional().catch(undefined),
  date: z.iso.date().optional().catch(undefined),
  after: z.string().max(100).optional().catch(undefined),
})

export async function loader(args: Route.LoaderArgs) {
  const page = adminRequest(args)
  const filters = Filters.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const { state, q, instructor, type, date, after } = filters
  const { now, zone } = page
  if (state === "deleted") {
    const deleted = await page.api.classes.deleted({ limit: DELETED_SHOWN, ...(after && { cursor: after }) })
    return { list: null, deleted, now, zone }
  }
  const [list, instructors] = await Promise.all([
    page.api.admin.classes({
      ...{ state, q },
      ...(instructor && { instructor_id: instructor }),
      ...(type && { class_type: type }),
      ...(date && { date }),
      ...(after && { cursor: after }),
    }),
    page.api.classes.listInstructors(),
  ])
  return { list: { ...list, filters, instructors }, deleted: null, now, zone }
}

export async function action(args: Route.ActionArgs) {
  adminRequest(args)
  const form = await args.request.clone().formData()
  if (form.get("intent") !== RESTORE_CLASS) throw new Response(null, { status: 400 })
  return serveButton(args, (page) => restoreDeleted(page, form), {
    tone: "error",
    title: "Error",
    description: "Failed to restore the class. Please try again.",
  })
}

export function meta() {
  return adminMeta("Live Classes")
}

/** Everyone's classes, and the links to their rooms. */
export default function ClassesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { list, deleted, zone } = loaderData
  const now = useNow(loaderData.now)
  useLiveTopics([...OWN_CHANGES, ...topicOfChanges(OFFICE_CHANGES, ["*"])])
  return (
    <AdminPage
      title="Live Classes"
      description="Classes of all instructors. Join, edit, hand over or cancel them."
      actions={<ButtonLink to="/schedule-class">Schedule class</ButtonLink>}
      flash={actionData?.toast}
    >
      <TabLinks label="Live classes" tabs={STATES} param="state" />
      {deleted ? <ClassBin page={deleted} zone={zone} now={now} ofEveryone /> : null}
      {list ? <ClassList list={list} now={now} /> : null}
    </AdminPage>
  )
}

type Listed = NonNullable<Route.ComponentProps["loaderData"]["list"]>

function ClassList({ list, now }: { list: Listed; now: Date }) {
  const { items, next_cursor, filters } = list
  return (
    <>
      <FilterForm loaded={list} />
      {items.length === 0 ? (
        <EmptyState
          illustration="no-classes"
          title={filters.state === "live" ? "No class is live now" : "No class found"}
          text="Try another status or day, or schedule a class."
        />
      ) : (
        <Card flush aria-label="Classes">
          <ul>
            {items.map((scheduledClass) => (
              <ClassLine key={scheduledClass.id} scheduledClass={scheduledClass} now={now}>
                <span className="text-sm text-ink-muted">
                  {scheduledClass.instructor_name} ·{" "}
                  <span className="tabular-nums">
                    {scheduledClass.enrolled_count}/{scheduledClass.max_capacity}
                  </span>
                </span>
                <Actions scheduledClass={scheduledClass} />
              </ClassLine>
            ))}
          </ul>
        </Card>
      )}
      <MoreLink cursor={next_cursor} />
      <ExportLink list="timetable" label="Export the timetable as CSV" />
    </>
  )
}

function FilterForm({ loaded }: { loaded: Listed }) {
  const { filters, instructors } = loaded
  return (
    <Form
      method="get"
      className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_13rem_9rem_11rem_auto] lg:items-end"
    >
      {filters.state === "upcoming" ? null : <input type="hidden" name="state" value={filters.state} />}
      <Field label="Title">
        <TextInput type="search" name="q" defaultValue={filters.q} maxLength={100} autoComplete="off" />
      </Field>
      <Field label="Instructor">
        <SelectInput
          name="instructor"
          defaultValue={filters.instructor ?? ""}
          placeholder="Everyone"
          options={instructors.map((person) => ({ value: person.user_id, label: person.name }))}
        />
      </Field>
      <Field label="Kind">
        <SelectInput
          name="type"
          defaultValue={filters.type ?? ""}
          placeholder="All kinds"
          options={[
            { value: "regular", label: "Regular" },
            { value: "demo", label: "Demo" },
          ]}
        />
      </Field>
      <Field label="Day">
        <DateInput name="date" defaultValue={filters.date} />
      </Field>
      <Button type="submit" variant="secondary">
        Show
      </Button>
    </Form>
  )
}

function Actions({ scheduledClass }: { scheduledClass: ScheduledClass }) {
  const { id, title, status } = scheduledClass
  if (status === "live") {
    return (
      <ButtonLink to={roomPath(id)} size="sm" aria-label={`Join ${title}`}>
        Join
      </ButtonLink>
    )
  }
  return (
    <>
      <ButtonLink to={`/class/${id}`} size="sm" variant="ghost" aria-label={`Open ${title}`}>
        Open
      </ButtonLink>
      {status === "scheduled" ? (
        <ButtonLink
          to={`/schedule-class?edit=${id}`}
          size="sm"
          variant="secondary"
          aria-label={`Edit, hand over or cancel ${title}`}
        >
          Edit, hand over or cancel
        </ButtonLink>
      ) : null}
      {status === "completed" ? (
        <ButtonLink
          to={`/class/${id}/register`}
          size="sm"
          variant="secondary"
          aria-label={`Attendance of ${title}`}
        >
          Attendance
        </ButtonLink>
      ) : null}
    </>
  )
}
