import { data, Form, Link, useNavigation } from "react-router"
import { z } from "zod"
import { PROGRAM_CURRICULA, SERVICES } from "#contract/programs/program-lists.ts"
import type { ManagedProgram } from "#contract/programs/program-management.ts"
import { serveButton } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { Price } from "#ui/components/price.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { TabLinks } from "#ui/components/tabs.tsx"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import type { Route } from "./+types/courses.page.ts"
import { AdminPage, adminMeta, adminRequest, pressed } from "./admin-page.tsx"
import { ExportLink } from "./export-link.tsx"

const Filters = z.object({
  q: z.string().max(100).catch("").default(""),
  service: z.enum(SERVICES).optional().catch(undefined),
  curriculum: z.enum(PROGRAM_CURRICULA).optional().catch(undefined),
  state: z.enum(["offered", "archived"]).default("offered").catch("offered"),
  after: z.string().max(100).optional().catch(undefined),
})

const STATES = [
  { value: "offered", label: "Offered" },
  { value: "archived", label: "Archived" },
] as const

export async function loader(args: Route.LoaderArgs) {
  const page = adminRequest(args)
  const params = Object.fromEntries(new URL(args.request.url).searchParams)
  const { after, ...filters } = Filters.parse(params)
  const list = await page.api.programs.manage({ ...filters, ...(after && { cursor: after }) })
  return { ...list, filters, forMaterial: params.for === "material" }
}

export async function action(args: Route.ActionArgs) {
  const restores = (await pressed(args.request)) === "restore"
  const course_id = String((await args.request.clone().formData()).get("course_id"))
  const reply = await serveButton(args, async ({ api }) => {
    const course = await (restores
      ? api.programs.restore({ course_id })
      : api.programs.archive({ course_id }))
    const title = `${course.title} is ${restores ? "offered again" : "archived"}`
    return { tone: "success", title, ...(!restores && { description: "Current students keep their seats." }) }
  })
  if (reply instanceof Response) throw reply
  return data({ ...reply.data, archived: reply.data.done && !restores ? course_id : null }, reply.init ?? {})
}

export function meta() {
  return adminMeta("Courses")
}

/** All courses, with their actions. */
export default function CoursesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next_cursor, filters, forMaterial } = loaderData
  const asked = useNavigation().formData
  return (
    <AdminPage
      title="Courses"
      description={
        forMaterial
          ? "Choose a program to upload material for its students."
          : "Programs you offer. Archived programs are hidden from the catalogue, and their students keep their seats."
      }
      actions={<ButtonLink to="/admin-dashboard/courses/new">Create course</ButtonLink>}
      flash={actionData?.toast}
    >
      <TabLinks label="Courses" tabs={STATES} param="state" />
      <FilterForm filters={filters} />
      {actionData?.archived ? <UndoArchive courseId={actionData.archived} /> : null}
      <DataTable
        caption="Courses"
        columns={columnsFor(asked?.get("course_id")?.toString() ?? null, forMaterial)}
        rows={items}
        rowKey={(course) => course.id}
        empty={
          <EmptyState
            illustration="no-programs"
            title={filters.state === "archived" ? "No archived programs" : "No programs found"}
            text="Try part of a title, an instructor or a subject."
          />
        }
      />
      <MoreLink cursor={next_cursor} />
      <ExportLink list="courses" label="Export courses as CSV" />
    </AdminPage>
  )
}

/** Restores what was just archived. The button stays until the next action, so there is no hurry. */
function UndoArchive({ courseId }: { courseId: string }) {
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface-sunken px-5 py-3"
    >
      <p>The program is hidden from the catalogue.</p>
      <input type="hidden" name="course_id" value={courseId} />
      <Button type="submit" name="intent" value="restore" variant="secondary" size="sm">
        Undo
      </Button>
    </Form>
  )
}

function FilterForm({ filters }: { filters: Route.ComponentProps["loaderData"]["filters"] }) {
  return (
    <Form
      method="get"
      className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_13rem_13rem_auto] lg:items-end"
    >
      <Field label="Search">
        <TextInput
          type="search"
          name="q"
          defaultValue={filters.q}
          placeholder="Title, instructor or subject"
          maxLength={100}
          autoComplete="off"
        />
      </Field>
      <Field label="Service">
        <SelectInput
          name="service"
          defaultValue={filters.service ?? ""}
          placeholder="All services"
          options={SERVICES}
        />
      </Field>
      <Field label="Curriculum">
        <SelectInput
          name="curriculum"
          defaultValue={filters.curriculum ?? ""}
          placeholder="All curricula"
          options={PROGRAM_CURRICULA}
        />
      </Field>
      {filters.state === "archived" ? <input type="hidden" name="state" value="archived" /> : null}
      <Button type="submit" variant="secondary">
        Show
      </Button>
    </Form>
  )
}

function columnsFor(busyWith: string | null, forMaterial: boolean): Column<ManagedProgram>[] {
  return [
    {
      key: "title",
      header: "Program",
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
      header: "Service",
      cell: (course) => <Badge service={course.service}>{course.service}</Badge>,
    },
    { key: "curriculum", header: "Curriculum", cell: (course) => course.curriculum },
    {
      key: "price",
      header: "Price",
      cell: (course) => <Price paise={course.price_rupees * 100} />,
      align: "end",
    },
    {
      key: "enrolled",
      header: "Enrolled",
      cell: (course) => (course.enrolled >= 1_000 ? "1,000+" : course.enrolled),
      align: "end",
    },
    { key: "materials", header: "Files", cell: (course) => course.materials, align: "end" },
    {
      key: "act",
      header: "Actions",
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
  const { id, title, archived_at } = course
  if (forMaterial) {
    return (
      <ButtonLink
        to={`/admin-dashboard/courses/${id}#material`}
        size="sm"
        aria-label={`Upload material to ${title}`}
      >
        Upload
      </ButtonLink>
    )
  }
  return (
    <span className="flex justify-end gap-2">
      <ButtonLink
        to={`/admin-dashboard/courses/${id}`}
        size="sm"
        variant="secondary"
        aria-label={`Edit ${title}`}
      >
        Edit
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
          aria-label={`${archived_at ? "Offer again:" : "Archive"} ${title}`}
        >
          {archived_at ? "Offer again" : "Archive"}
        </Button>
      </Form>
    </span>
  )
}
