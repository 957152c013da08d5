import { redirect } from "react-router"
import lists from "#content/option-lists.json" with { type: "json" }
import { ClassEditForm, ClassPlan, type ScheduledClass } from "#contract/classes/classes.ts"
import { isId } from "#shared/ids.ts"
import { dateInZone } from "#shared/time.ts"
import { type PageRequest, pageRequest, redirectWithToast, requireViewer, serveForm } from "#ui/api.ts"
import { Card } from "#ui/components/card.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useFlash } from "#ui/toast.tsx"
import { canSchedule, DEFAULT_CAPACITY, DEFAULT_CURRICULUM, ownerOf } from "../../rules.ts"
import { actTexts } from "../texts/act.texts.ts"
import { scheduleTexts } from "../texts/schedule.texts.ts"
import type { Route } from "./+types/schedule-class.page.ts"
import { ClassForm, type ClassFormKind } from "./class-form.tsx"
import type { EndingBatches } from "./class-form-batch.tsx"
import type { ClassFormValues } from "./class-form-values.ts"
import { loadScheduleChoices } from "./schedule-choices.ts"
import { scheduledToast } from "./schedule-toast.ts"
import { serveSubstitute } from "./substitute.act.ts"
import { SubstituteCard } from "./substitute.card.tsx"
import { serveCancel } from "./withdraw.act.ts"
import { CancelCard } from "./withdraw.card.tsx"

const DASHBOARD = "/teacher-dashboard"

export const handle = { translated: true }

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const text = scheduleTexts[languageOf(matches)]
  return [{ title: loaderData?.editing ? text.editTitle : text.newTitle }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request, "/teacher-auth")
  if (!canSchedule(viewer)) throw redirect("/teacher-auth")
  const params = new URL(request.url).searchParams
  const edit = params.get("edit")
  const editing = edit === null ? null : await readOwn(page, edit)
  const { choices, requestKey } = await loadScheduleChoices(page, editing)
  const today = dateInZone(page.now, page.zone)
  const defaults = editing ? valuesOf(editing) : newClass(params, today)
  return {
    today,
    zone: page.zone,
    choices: editing
      ? withCurrentProgram(choices, editing, scheduleTexts[page.language].ownProgram)
      : choices,
    requestKey,
    editing,
    ending: editing ? null : await readEnding(page, defaults),
    colleagues: editing ? await page.api.classes.listInstructors() : [],
    defaults,
  }
}

/** The batches that classes of this program may continue. An instructor's form names no instructor. */
async function readEnding(
  { api, viewer }: PageRequest,
  { course_id: program, instructor_id = "" }: Partial<ClassFormValues>,
): Promise<EndingBatches | null> {
  if (!isId(program)) return null
  const instructor = viewer?.role === "admin" ? instructor_id : ""
  const of = { course_id: program, ...(isId(instructor) && { instructor_id: instructor }) }
  return { program, instructor, batches: await api.classes.endingBatches(of) }
}

/** After a refused save, loads the current timetable, so that changes made meanwhile can be overwritten. */
export function shouldRevalidate() {
  return true
}

async function readOwn(page: PageRequest, edit: string): Promise<ScheduledClass> {
  const known = isId(edit) ? await page.api.classes.get({ class_id: edit }).catch(() => null) : null
  if (known?.editable && known.status === "scheduled") return known
  const text = actTexts[page.language]
  throw redirectWithToast(DASHBOARD, { tone: "error", title: text.error, description: text.notLoaded })
}

function valuesOf(scheduledClass: ScheduledClass): Partial<ClassFormValues> {
  return {
    title: scheduledClass.title,
    subject: scheduledClass.subject,
    grade: scheduledClass.grade,
    curriculum: scheduledClass.curriculum,
    scheduled_date: scheduledClass.scheduled_date,
    max_capacity: String(scheduledClass.max_capacity),
    start_time: scheduledClass.start_time,
    end_time: scheduledClass.end_time,
    description: scheduledClass.description,
    class_type: scheduledClass.class_type,
    auto_record: scheduledClass.auto_record,
    delivery: scheduledClass.delivery,
    venue_name: scheduledClass.venue_name ?? "",
    venue_address: scheduledClass.venue_address ?? "",
    course_id: scheduledClass.course_id ?? "",
    instructor_id: ownerOf(scheduledClass),
  }
}

/**
 * Returns the values for a new class. The week view's free times link here with a date and times, and a
 * program's page with the program.
 */
function newClass(params: URLSearchParams, today: string): Partial<ClassFormValues> {
  return {
    scheduled_date: params.get("date") ?? today,
    start_time: params.get("start") ?? "",
    end_time: params.get("end") ?? "",
    course_id: params.get("program") ?? "",
    instructor_id: params.get("instructor") ?? "",
    curriculum: DEFAULT_CURRICULUM,
    class_type: "regular",
    delivery: "online",
    repeats: "never",
    max_capacity: String(DEFAULT_CAPACITY.screen),
  }
}

export async function action(args: Route.ActionArgs) {
  const edit = new URL(args.request.url).searchParams.get("edit")
  const intent = (await args.request.clone().formData()).get("intent")
  const text = actTexts[args.context.get(pageRequest).language]
  if (edit === null) {
    const schedule = async (plan: ClassPlan, { api, language }: PageRequest) =>
      redirectWithToast(DASHBOARD, scheduledToast(await api.classes.schedule(plan), language))
    return serveForm(args, ClassPlan, schedule, text.error)
  }
  if (intent === "cancel") return serveCancel(args, edit, DASHBOARD)
  if (intent === "substitute" || intent === "take-back") return serveSubstitute(args, edit, intent)
  const update = async (draft: ClassEditForm, { api }: PageRequest) => {
    const { venue_name = "", venue_address = "", course_id = null } = draft
    await api.classes.update({ ...draft, venue_name, venue_address, course_id, class_id: edit })
    return redirectWithToast(DASHBOARD, { tone: "success", title: text.updated })
  }
  return serveForm(args, ClassEditForm, update, text.error)
}

export default function ScheduleClassPage({ loaderData, actionData }: Route.ComponentProps) {
  const { editing, defaults, today, zone, choices, requestKey, colleagues, ending } = loaderData
  const text = useTexts(scheduleTexts)
  useFlash(actionData?.toast)
  const kind: ClassFormKind = editing
    ? {
        kind: "edit",
        knownUpdatedAt: editing.updated_at.toISOString(),
        inSeries: editing.series_id !== null,
      }
    : { kind: "new", requestKey, ending }
  /** The response belongs to the form that was posted. */
  const resultOf = (intent: string) =>
    actionData?.form?.initialValue?.intent === intent ? actionData.form : null
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: DASHBOARD, label: text.back }}
        title={editing ? text.editTitle : text.newTitle}
        description={editing ? text.editText : text.newText}
      />
      <Card title={text.details}>
        <ClassForm
          {...kind}
          key={editing?.id ?? "new"}
          id="class"
          defaults={defaults}
          lastResult={resultOf("save")}
          subjects={withCurrent(lists.scheduleScreenSubjects, defaults.subject)}
          choices={choices}
          today={today}
          zone={zone}
          submit={editing ? text.update : text.create}
          cancelTo={DASHBOARD}
        />
      </Card>
      {editing ? (
        <>
          <SubstituteCard
            scheduledClass={editing}
            colleagues={colleagues}
            lastResult={resultOf("substitute")}
          />
          <CancelCard scheduledClass={editing} lastResult={resultOf("cancel")} />
        </>
      ) : null}
    </Page>
  )
}

type Option = { value: string; label: string }

/** Adds a class's own subject to the list, because the dialogs offer other subjects than this screen. */
function withCurrent(options: readonly Option[], current: string | undefined) {
  if (!current || options.some((option) => option.value === current)) return options
  return [...options, { value: current, label: current }]
}

function withCurrentProgram<T extends { programs: readonly Option[] }>(
  choices: T,
  scheduledClass: ScheduledClass,
  label: string,
): T {
  const { course_id } = scheduledClass
  if (!course_id || choices.programs.some(({ value }) => value === course_id)) return choices
  return { ...choices, programs: [...choices.programs, { value: course_id, label }] }
}
