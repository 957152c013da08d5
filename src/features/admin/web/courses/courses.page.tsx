import { data, Form, useNavigation } from "react-router"
import { z } from "zod"
import { PROGRAM_CURRICULA, SERVICES } from "#contract/programs/program-lists.ts"
import type { ManagedProgram } from "#contract/programs/program-management.ts"
import { useProgramNames } from "#features/programs/web/program-names.card.tsx"
import { serveButton } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { Price } from "#ui/components/price.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { TabLinks } from "#ui/components/tabs.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { SearchForm } from "#ui/forms/search-form.tsx"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { AdminPage, adminMeta, adminRequest, pressed } from "../admin-page.tsx"
import { ExportLink } from "../export-link.tsx"
import type { Route } from "./+types/courses.page.ts"
import type { coursesText } from "./courses.text.ts"
import { coursesTexts } from "./courses.texts.ts"

export const handle = { translated: true }

const STATES = ["offered", "archived"] as const
const Filters = z.object({
  q: z.string().max(100).catch("").default(""),
  service: z.enum(SERVICES).optional().catch(undefined),
  curriculum: z.enum(PROGRAM_CURRICULA).optional().catch(undefined),
  state: z.enum(STATES).default("offered").catch("offered"),
  after: z.string().max(100).optional().catch(undefined),
})

export async function loader(args: Route.LoaderArgs) {
  const page = adminRequest(args)
  const params = Object.fromEntries(new URL(args.request.url).searchParams)
  const { after, ...filters } = Filters.parse(params)
  const [list, { course_ids }] = await Promise.all([
    page.api.programs.manage({ ...filters, ...(after && { cursor: after }) }),
    page.api.programs.samples(),
  ])
  return { ...list, samples: course_ids, filters, forMaterial: params.for === "material" }
}

export async function action(args: Route.ActionArgs) {
  const intent = await pressed(args.request)
  if (intent === "archive-samples") return archiveSamples(args)
  const restores = intent === "restore"
  const course_id = String((await args.request.clone().formData()).get("course_id"))
  const reply = await serveButton(args, async ({ api, language }) => {
    const text = coursesTexts[language]
    const course = await (restores
      ? api.programs.restore({ course_id })
      : api.programs.archive({ course_id }))
    return restores
      ? { tone: "success", title: text.restored(course.title) }
      : { tone: "success", title: text.archived(course.title), description: text.archivedText }
  })
  if (reply instanceof Response) throw reply
  return data({ ...reply.data, archived: reply.data.done && !restores ? course_id : null }, reply.init ?? {})
}

/** Archives the samples that the page showed: another may have become a program of the academy since. */
async function archiveSamples(args: Route.ActionArgs) {
  const course_ids = (await args.request.clone().formData()).getAll("sample_id").map(String)
  const reply = await serveButton(args, async ({ api, language }) => {
    const { archived } = await api.programs.archiveSamples({ course_ids })
    return { tone: "success", title: coursesTexts[language].samples.archived(archived) }
  })
  if (reply instanceof Response) throw reply
  return data({ ...reply.data, archived: null }, reply.init ?? {})
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, coursesTexts[languageOf(matches)].title)
}

/** All courses, with their actions. */
export default function CoursesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next_cursor, samples, filters, forMaterial } = loaderData
  const text = useTexts(coursesTexts)
  const names = useProgramNames()
  const asked = useNavigation().formData
  const columns = columnsIn(text, names, asked?.get("course_id")?.toString() ?? null, forMaterial)
  return (
    <AdminPage
      title={text.title}
      description={forMaterial ? text.forMaterial : text.description}
      actions={<ButtonLink to="/admin-dashboard/courses/new">{text.create}</ButtonLink>}
      flash={actionData?.toast}
    >
      <TabLinks
        label={text.title}
        tabs={STATES.map((value) => ({ value, label: text.states[value] }))}
        param="state"
      />
      {samples.length > 0 && filters.state === "offered" ? <Samples ids={samples} /> : null}
      <FilterForm filters={filters} />
      {actionData?.archived ? <UndoArchive courseId={actionData.archived} /> : null}
      <DataTable
        caption={text.title}
        columns={columns}
        rows={items}
        rowKey={(course) => course.id}
        empty={
          <EmptyState
            illustration="no-programs"
            title={filters.state === "archived" ? text.noneArchived : text.none}
            text={text.noneText}
          />
        }
      />
      <MoreLink cursor={next_cursor} />
      <ExportLink list="courses" label={text.export} />
    </AdminPage>
  )
}

/** What came with the product: an academy that opens teaches something else. */
function Samples({ ids }: { ids: readonly string[] }) {
  const { samples: text } = useTexts(coursesTexts)
  const busy = useNavigation().formData?.get("intent") === "archive-samples"
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface-sunken px-5 py-4"
    >
      <div className="min-w-0 flex-[1_1_20rem]">
        <p className="font-semibold">{text.title(ids.length)}</p>
        <p className="text-sm text-ink-muted">{text.text}</p>
      </div>
      {ids.map((id) => (
        <input key={id} type="hidden" name="sample_id" value={id} />
      ))}
      <Button
        type="submit"
        name="intent"
        value="archive-samples"
        variant="secondary"
        size="sm"
        busy={busy}
        busyLabel={text.archiving}
      >
        {text.archive}
      </Button>
    </Form>
  )
}

/** Restores what was just archived. The button stays until the next action, so there is no hurry. */
function UndoArchive({ courseId }: { courseId: string }) {
  const text = useTexts(coursesTexts)
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface-sunken px-5 py-3"
    >
      <p>{text.hidden}</p>
      <input type="hidden" name="course_id" value={courseId} />
      <Button type="submit" name="intent" value="restore" variant="secondary" size="sm">
        {text.undo}
      </Button>
    </Form>
  )
}

function FilterForm({ filters }: { filters: Route.ComponentProps["loaderData"]["filters"] }) {
  const text = useTexts(coursesTexts)
  const { serviceName, curriculumName } = useProgramNames()
  return (
    <SearchForm
      search={{ label: text.search, value: filters.q, hint: text.searchHint }}
      submit={text.show}
      columns="sm:grid-cols-2 sm:items-end lg:grid-cols-[minmax(0,1fr)_13rem_13rem_auto]"
    >
      <Field label={text.service}>
        <SelectInput
          name="service"
          defaultValue={filters.service ?? ""}
          placeholder={text.allServices}
          options={SERVICES.map((value) => ({ value, label: serviceName(value) }))}
        />
      </Field>
      <Field label={text.curriculum}>
        <SelectInput
          name="curriculum"
          defaultValue={filters.curriculum ?? ""}
          placeholder={text.allCurricula}
          options={PROGRAM_CURRICULA.map((value) => ({ value, label: curriculumName(value, value) }))}
        />
      </Field>
      {filters.state === "archived" ? <input type="hidden" name="state" value="archived" /> : null}
    </SearchForm>
  )
}

function columnsIn(
  text: typeof coursesText,
  { serviceName, curriculumName }: ReturnType<typeof useProgramNames>,
  busyWith: string | null,
  forMaterial: boolean,
): Column<ManagedProgram>[] {
  const { columns } = text
  return [
    {
      key: "title",
      header: columns.program,
      cell: (course) => (
        <span className="grid gap-0.5">
          <Link
            to={`/admin-dashboard/courses/${course.id}${forMaterial ? "#material" : ""}`}
            className="underline-offset-4 hover:underline"
          >
            {course.title}
          </Link>
          <span className="text-sm font-normal text-ink-muted">{course.instructor}</span>
        </span>
      ),
    },
    {
      key: "service",
      header: text.service,
      className: "whitespace-nowrap",
      cell: (course) => <Badge service={course.service}>{serviceName(course.service)}</Badge>,
    },
    {
      key: "curriculum",
      header: text.curriculum,
      wideOnly: true,
      cell: (course) => curriculumName(course.curriculum, course.curriculum),
    },
    {
      key: "price",
      header: columns.price,
      cell: (course) => <Price paise={course.price_rupees * 100} />,
      align: "end",
    },
    {
      key: "enrolled",
      header: columns.enrolled,
      cell: (course) => (course.enrolled >= 1_000 ? "1,000+" : course.enrolled),
      align: "end",
    },
    {
      key: "materials",
      header: columns.files,
      wideOnly: true,
      cell: (course) => course.materials,
      align: "end",
    },
    {
      key: "act",
      header: columns.actions,
      hideHeader: true,
      align: "end",
      cell: (course) => (
        <CourseActions course={course} busy={busyWith === course.id} forMaterial={forMaterial} />
      ),
    },
  ]
}

type ActionsProps = { course: ManagedProgram; busy: boolean; forMaterial: boolean }

function CourseActions({ course, busy, forMaterial }: ActionsProps) {
  const text = useTexts(coursesTexts)
  const { id, title, archived_at } = course
  if (forMaterial) {
    return (
      <ButtonLink to={`/admin-dashboard/courses/${id}#material`} size="sm" aria-label={text.uploadTo(title)}>
        {text.upload}
      </ButtonLink>
    )
  }
  return (
    <span className="flex justify-end gap-2">
      <ButtonLink
        to={`/admin-dashboard/courses/${id}`}
        size="sm"
        variant="secondary"
        aria-label={text.editOf(title)}
      >
        {text.edit}
      </ButtonLink>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="course_id" value={id} />
        <Button
          type="submit"
          name="intent"
          value={archived_at ? "restore" : "archive"}
          size="sm"
          variant="ghost"
          busy={busy}
          aria-label={archived_at ? text.restoreOf(title) : text.archiveOf(title)}
        >
          {archived_at ? text.restore : text.archive}
        </Button>
      </Form>
    </span>
  )
}
