import { data, Form, redirect } from "react-router"
import { programPath } from "#features/programs/paths.ts"
import { topicOfChanges } from "#shared/changes.ts"
import { isId } from "#shared/ids.ts"
import { loadNamed, pageRequest, requireViewer } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { languageOf } from "#ui/language.ts"
import { useLiveTopics } from "#ui/live/live.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/edit-lessons.page.ts"
import { serveLessons } from "./edit-lessons.act.ts"
import { EditedLesson } from "./edited-lesson.tsx"
import { lessonsTexts } from "./lessons.texts.ts"
import { lessonPath } from "./paths.ts"
import { UploadCard } from "./upload-card.tsx"
import { useLessonUploads } from "./use-lesson-uploads.ts"

export const handle = { translated: true }

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const text = lessonsTexts[languageOf(matches)]
  const title = loaderData ? text.editTitle(loaderData.course.title) : text.title
  return [{ title }, { name: "robots", content: "noindex" }]
}

/**
 * Loads the list for those who manage the program; redirects its students to the lesson they continue with.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  const course_id = params.courseId
  if (!isId(course_id)) throw data(null, { status: 404 })
  if (viewer.role === "instructor" || viewer.role === "admin") {
    return { ...(await loadNamed(page.api.lessons.manage({ course_id }))), user_id: viewer.user_id }
  }
  const { course, lessons, next_lesson_id, playable } = await loadNamed(page.api.lessons.list({ course_id }))
  const first = next_lesson_id ?? lessons[0]?.id
  throw redirect(playable && first ? lessonPath(course_id, first) : programPath(course.slug))
}

export async function action(args: Route.ActionArgs) {
  requireViewer(args.context.get(pageRequest), args.request)
  return serveLessons(args, String(args.params.courseId))
}

/** Uploads, renames and orders the video lessons of one program. */
export default function EditLessonsPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(lessonsTexts)
  const { course, lessons, bin, user_id } = loaderData
  const uploads = useLessonUploads({ courseId: course.id, userId: user_id, lessons })
  useFlash(actionData?.toast)
  useLiveTopics(topicOfChanges(["program.lessons"], [course.id]))
  return (
    <Page width="reading" className="gap-6 py-6 sm:py-8">
      <PageHeader
        back={{ to: programPath(course.slug), label: text.backTo(course.title), reloadDocument: true }}
        title={text.editTitle(course.title)}
        description={text.editLead}
      />
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
      <UploadCard onChoose={uploads.add} problems={uploads.problems} />
      {lessons.length === 0 ? (
        <EmptyState illustration="no-recordings" title={text.empty} text={text.emptyText} />
      ) : (
        <Card flush title={text.title}>
          <ol className="border-t border-line">
            {lessons.map((lesson, at) => (
              <EditedLesson
                key={lesson.id}
                courseId={course.id}
                lesson={lesson}
                number={at + 1}
                isLast={at === lessons.length - 1}
                upload={uploads.of(lesson)}
                onChoose={(file) => uploads.choose(lesson, file)}
                onCancel={() => uploads.cancel(lesson)}
                errors={actionData?.form?.error ?? null}
              />
            ))}
          </ol>
        </Card>
      )}
      {bin.length > 0 ? (
        <details className="rounded-card border border-line bg-surface px-5 py-2 sm:px-6">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-ink-muted">
            {text.bin(bin.length)}
          </summary>
          <ul>
            {bin.map(({ id, title }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
                <span className="min-w-0 break-words">{title}</span>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="lesson_id" value={id} />
                  <Button type="submit" name="intent" value="restore" variant="secondary" size="sm">
                    {text.restore} <span className="sr-only">{title}</span>
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Page>
  )
}
