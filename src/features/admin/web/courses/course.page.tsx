import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { z } from "zod"
import { LEVELS, PROGRAM_CURRICULA, SERVICES } from "#contract/programs/program-lists.ts"
import { ProgramDraft } from "#contract/programs/program-management.ts"
import { instructorOptions } from "#features/classes/instructor-options.ts"
import { SHARED_EXTENSIONS } from "#shared/files.ts"
import { newId } from "#shared/ids.ts"
import { pageRequest, redirectWithToast, serveForm } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { ButtonLink } from "#ui/components/button.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { AdminPage, adminMeta, adminRequest, pressed } from "../admin-page.tsx"
import type { Route } from "./+types/course.page.ts"
import { courseTexts } from "./course.texts.ts"
import { CourseForm } from "./course-form.tsx"
import { MaterialCard } from "./course-material.tsx"

export const handle = { translated: true }

const NEW = "new"
const REQUIRED = ["title", "instructor", "curriculum"]

export async function loader(args: Route.LoaderArgs) {
  const page = adminRequest(args)
  const course_id = args.params.courseId
  const lists = { services: SERVICES, curricula: PROGRAM_CURRICULA, levels: LEVELS }
  const instructors = await page.api.classes.listInstructors()
  const extensions = SHARED_EXTENSIONS.join(",")
  const frame = { newId: newId(), zone: page.zone, extensions }
  if (course_id === NEW) {
    const teachers = instructorOptions(instructors, null)
    return { ...frame, lists: { ...lists, teachers }, course: null, materials: [], removed: [] }
  }
  const id = z.uuid().safeParse(course_id)
  if (!id.success) throw data(null, { status: 404 })
  const [course, materials, removed] = await Promise.all([
    page.api.programs.readManaged({ course_id: id.data }),
    page.api.programs.materials({ course_id: id.data }),
    page.api.programs.removedMaterials({ course_id: id.data }),
  ]).catch((error) => {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") throw data(null, { status: 404 })
    throw error
  })
  const present = { user_id: course.teacher_id, name: course.teacher_name }
  const teachers = instructorOptions(instructors, present, courseTexts[page.language].noLongerTeaches)
  return { ...frame, lists: { ...lists, teachers }, course, materials, removed }
}

export async function action(args: Route.ActionArgs) {
  adminRequest(args)
  const course_id = args.params.courseId
  const intent = await pressed(args.request)
  if (intent === "material") return addMaterial(args, course_id)
  if (intent === "remove-material") return removeMaterial(args, course_id)
  if (intent === "restore-material") return restoreMaterial(args, course_id)
  return saveCourse(args, course_id)
}

async function saveCourse(args: Route.ActionArgs, course_id: string) {
  const reply = await serveForm(
    args,
    ProgramDraft.extend({ id: z.uuid() }),
    async ({ id, ...draft }, { api, language }) => {
      const text = courseTexts[language]
      if (course_id === NEW) {
        const made = await api.programs.create({ id, ...draft })
        const title = text.created(made.title)
        return redirectWithToast("/admin-dashboard/courses", { tone: "success", title })
      }
      await api.programs.edit({ course_id, ...draft })
      return redirectWithToast("/admin-dashboard/courses", {
        tone: "success",
        title: text.saved(draft.title),
      })
    },
  )
  if (reply instanceof Response) return reply
  const missing = REQUIRED.some((name) => reply.data.form?.error?.[name])
  const title = courseTexts[args.context.get(pageRequest).language].missing
  return missing ? data({ ...reply.data, toast: { tone: "error" as const, title } }, { status: 422 }) : reply
}

function addMaterial(args: Route.ActionArgs, course_id: string) {
  const Upload = z.object({
    material_id: z.uuid(),
    title: z.string().max(120).default(""),
    file: z.file("Choose a file"),
  })
  return serveForm(args, Upload, async ({ material_id, title, file }, { api, language }) => {
    const material = await api.programs.addMaterial({ course_id, id: material_id, title, file })
    return redirectWithToast(`/admin-dashboard/courses/${course_id}#material`, {
      tone: "success",
      title: courseTexts[language].material.uploaded(material.title),
    })
  })
}

function removeMaterial(args: Route.ActionArgs, course_id: string) {
  return serveForm(args, z.object({ material_id: z.uuid() }), async ({ material_id }, { api, language }) => {
    await api.programs.removeMaterial({ course_id, material_id })
    const { removed, removedText } = courseTexts[language].material
    return { tone: "success", title: removed, description: removedText }
  })
}

function restoreMaterial(args: Route.ActionArgs, course_id: string) {
  return serveForm(args, z.object({ material_id: z.uuid() }), async ({ material_id }, { api, language }) => {
    const { title } = await api.programs.restoreMaterial({ course_id, material_id })
    return { tone: "success", title: courseTexts[language].material.restored(title) }
  })
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return adminMeta(matches, loaderData?.course?.title ?? courseTexts[languageOf(matches)].create)
}

/** One course: its details, and its files for students. */
export default function CoursePage({ loaderData, actionData }: Route.ComponentProps) {
  const { course, materials, removed, lists, newId, zone, extensions } = loaderData
  const text = useTexts(courseTexts)
  const result = actionData?.form
  const aboutFile = result?.error && "file" in result.error
  return (
    <AdminPage
      title={course?.title ?? text.create}
      back={{ to: "/admin-dashboard/courses", label: text.back }}
      flash={actionData?.toast}
      {...(course && {
        actions: (
          <>
            {course.delivery === "recorded" ? (
              <ButtonLink to={`/lessons/${course.id}`}>{text.editLessons}</ButtonLink>
            ) : null}
            <ButtonLink to={`/courses/${course.slug}`} reloadDocument variant="secondary">
              {text.view}
            </ButtonLink>
          </>
        ),
      })}
    >
      <div className="grid max-w-4xl gap-8">
        {course?.archived_at ? <Badge tone="warning">{text.archived}</Badge> : null}
        {course ? (
          <MaterialCard
            courseId={course.id}
            materials={materials}
            removed={removed}
            extensions={extensions}
            newId={newId}
            zone={zone}
            result={aboutFile ? result : null}
          />
        ) : null}
        <CourseForm
          key={course?.id ?? NEW}
          course={course}
          lists={lists}
          newId={newId}
          lastResult={aboutFile ? null : result}
        />
      </div>
    </AdminPage>
  )
}
