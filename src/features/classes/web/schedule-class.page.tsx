import { redirect } from "react-router"
import lists from "#content/option-lists.json" with { type: "json" }
import { ClassDraft } from "#contract/classes.ts"
import { isId } from "#shared/ids.ts"
import { dateInZone } from "#shared/time.ts"
import { pageRequest, redirectWithToast, requireViewer, serveForm } from "#ui/api.ts"
import { Card } from "#ui/card.tsx"
import { Page, PageHeader } from "#ui/page.tsx"
import { canSchedule, DEFAULT_CAPACITY, DEFAULT_CURRICULUM } from "../rules.ts"
import type { Route } from "./+types/schedule-class.page.ts"
import { ClassForm, type ClassFormValues } from "./class-form.tsx"

const DASHBOARD = "/teacher-dashboard"

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.editing ? "Edit Class" : "Schedule New Class" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request, "/teacher-auth")
  if (!canSchedule(viewer)) throw redirect("/teacher-auth")
  const shared = {
    today: dateInZone(page.now, page.zone),
    zone: page.zone,
    instructors: viewer.role === "admin" ? await page.api.classes.listInstructors() : undefined,
  }
  const edit = new URL(request.url).searchParams.get("edit")
  if (edit === null) return { ...shared, editing: null, defaults: newClass(shared.today) }
  const known = isId(edit) ? await page.api.classes.get({ class_id: edit }).catch(() => null) : null
  const own = known && (viewer.role === "admin" || known.instructor_id === viewer.user_id)
  if (!own)
    throw redirectWithToast(DASHBOARD, {
      tone: "error",
      title: "Error",
      description: "Failed to load class data",
    })
  const { id, auto_record, max_capacity, ...values } = known
  const defaults: Partial<ClassFormValues> = { ...values, auto_record, max_capacity: String(max_capacity) }
  return { ...shared, editing: id, defaults }
}

function newClass(today: string): Partial<ClassFormValues> {
  return {
    scheduled_date: today,
    curriculum: DEFAULT_CURRICULUM,
    class_type: "regular",
    max_capacity: String(DEFAULT_CAPACITY.screen),
  }
}

export async function action(args: Route.ActionArgs) {
  const edit = new URL(args.request.url).searchParams.get("edit")
  return serveForm(
    args,
    ClassDraft,
    async (draft, { api }) => {
      if (edit === null) await api.classes.schedule(draft)
      else await api.classes.update({ ...draft, class_id: edit })
      const title = edit === null ? "Class scheduled successfully!" : "Class updated successfully!"
      return redirectWithToast(DASHBOARD, { tone: "success", title })
    },
    "Error",
  )
}

export default function ScheduleClassPage({ loaderData, actionData }: Route.ComponentProps) {
  const { editing, defaults, today, zone, instructors } = loaderData
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: DASHBOARD, label: "Back to Dashboard" }}
        title={editing ? "Edit Class" : "Schedule New Class"}
        description={editing ? "Update your class details" : "Create a new class session for your students"}
      />
      <Card title="Class Details">
        <ClassForm
          key={editing ?? "new"}
          id="class"
          defaults={defaults}
          lastResult={actionData?.form}
          subjects={withCurrent(lists.scheduleScreenSubjects, defaults.subject)}
          today={today}
          zone={zone}
          instructors={instructors}
          submit={
            editing
              ? { label: "Update Class", busy: "Updating..." }
              : { label: "Schedule Class", busy: "Scheduling..." }
          }
          cancelTo={DASHBOARD}
        />
      </Card>
    </Page>
  )
}

/** The list with a class's own subject in it, for the dialogs offer others than this screen. */
function withCurrent(options: readonly { value: string; label: string }[], current: string | undefined) {
  if (!current || options.some((option) => option.value === current)) return options
  return [...options, { value: current, label: current }]
}
