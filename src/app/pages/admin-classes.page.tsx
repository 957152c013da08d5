import { z } from "zod"
import type { CLASS_STATES } from "#contract/admin/admin-dashboard.ts"
import type { ScheduledClass } from "#contract/classes/classes.ts"
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
import { QueryForm } from "#ui/forms/query-form.tsx"
import { languageOf } from "#ui/language.ts"
import { useLiveTopics } from "#ui/live/live.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/admin-classes.page.ts"
import { adminClassesTexts } from "./admin-classes.texts.ts"

export const handle = { translated: true }

const STATES = ["upcoming", "live", "past", "cancelled", "deleted"] as const satisfies readonly (
  | (typeof CLASS_STATES)[number]
  | "deleted"
)[]
const KINDS = ["regular", "demo"] as const satisfies readonly ScheduledClass["class_type"][]
const DELETED_SHOWN = 50

const Filters = z.object({
  state: z.enum(STATES).default("upcoming").catch("upcoming"),
  q: z.string().max(100).catch("").default(""),
  instructor: z.uuid().optional().catch(undefined),
  type: z.enum(KINDS).optional().catch(undefined),
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
  const text = adminClassesTexts[adminRequest(args).language]
  const form = await args.request.clone().formData()
  if (form.get("intent") !== RESTORE_CLASS) throw new Response(null, { status: 400 })
  return serveButton(args, (page) => restoreDeleted(page, form), {
    tone: "error",
    title: text.notRestored,
    description: text.notRestoredText,
  })
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, adminClassesTexts[languageOf(matches)].title)
}

/** Everyone's classes, and the links to their rooms. */
export default function ClassesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { list, deleted, zone } = loaderData
  const text = useTexts(adminClassesTexts)
  const now = useNow(loaderData.now)
  useLiveTopics([...OWN_CHANGES, ...topicOfChanges(OFFICE_CHANGES, ["*"])])
  return (
    <AdminPage
      title={text.title}
      description={text.description}
      actions={<ButtonLink to="/schedule-class">{text.schedule}</ButtonLink>}
      flash={actionData?.toast}
    >
      <TabLinks
        label={text.title}
        tabs={STATES.map((value) => ({ value, label: text.states[value] }))}
        param="state"
      />
      {deleted ? <ClassBin page={deleted} zone={zone} now={now} ofEveryone /> : null}
      {list ? <ClassList list={list} now={now} /> : null}
    </AdminPage>
  )
}

type Listed = NonNullable<Route.ComponentProps["loaderData"]["list"]>

function ClassList({ list, now }: { list: Listed; now: Date }) {
  const text = useTexts(adminClassesTexts)
  const { items, next_cursor, filters } = list
  return (
    <>
      <FilterForm loaded={list} />
      {items.length === 0 ? (
        <EmptyState
          illustration="no-classes"
          title={filters.state === "live" ? text.noneLive : text.none}
          text={text.noneText}
        />
      ) : (
        <Card flush aria-label={text.classes}>
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
      <ExportLink list="timetable" label={text.export} />
    </>
  )
}

function FilterForm({ loaded }: { loaded: Listed }) {
  const text = useTexts(adminClassesTexts)
  const { filters, instructors } = loaded
  return (
    <QueryForm className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_13rem_9rem_11rem_auto] lg:items-end">
      {filters.state === "upcoming" ? null : <input type="hidden" name="state" value={filters.state} />}
      <Field label={text.className}>
        <TextInput type="search" name="q" defaultValue={filters.q} maxLength={100} autoComplete="off" />
      </Field>
      <Field label={text.instructor}>
        <SelectInput
          name="instructor"
          defaultValue={filters.instructor ?? ""}
          placeholder={text.everyone}
          options={instructors.map((person) => ({ value: person.user_id, label: person.name }))}
        />
      </Field>
      <Field label={text.kind}>
        <SelectInput
          name="type"
          defaultValue={filters.type ?? ""}
          placeholder={text.allKinds}
          options={KINDS.map((value) => ({ value, label: text.kinds[value] }))}
        />
      </Field>
      <Field label={text.day}>
        <DateInput name="date" defaultValue={filters.date} />
      </Field>
      <Button type="submit" variant="secondary">
        {text.show}
      </Button>
    </QueryForm>
  )
}

function Actions({ scheduledClass }: { scheduledClass: ScheduledClass }) {
  const text = useTexts(adminClassesTexts)
  const { id, title, status } = scheduledClass
  if (status === "live") {
    return (
      <ButtonLink to={roomPath(id)} size="sm" aria-label={text.joinOf(title)}>
        {text.join}
      </ButtonLink>
    )
  }
  return (
    <>
      <ButtonLink to={`/class/${id}`} size="sm" variant="ghost" aria-label={text.openOf(title)}>
        {text.open}
      </ButtonLink>
      {status === "scheduled" ? (
        <ButtonLink
          to={`/schedule-class?edit=${id}`}
          size="sm"
          variant="secondary"
          aria-label={text.editOf(title)}
        >
          {text.edit}
        </ButtonLink>
      ) : null}
      {status === "completed" ? (
        <ButtonLink
          to={`/class/${id}/register`}
          size="sm"
          variant="secondary"
          aria-label={text.attendanceOf(title)}
        >
          {text.attendance}
        </ButtonLink>
      ) : null}
    </>
  )
}
