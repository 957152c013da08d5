import { useState } from "react"
import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from "react-router"
import { programPath } from "#features/programs/paths.ts"
import { isId } from "#shared/ids.ts"
import { loadNamed, pageRequest, requireViewer } from "#ui/api.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { ProgressBar } from "#ui/components/progress-bar.tsx"
import { languageOf } from "#ui/language.ts"
import { RouteFailure } from "#ui/layout/error-screen.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import type { Route } from "./+types/lesson.page.ts"
import { LessonList } from "./lesson-list.tsx"
import { LessonPlayer } from "./lesson-player.tsx"
import { lessonsTexts } from "./lessons.texts.ts"
import { lessonPath } from "./paths.ts"

export const handle = { translated: true }

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const text = lessonsTexts[languageOf(matches)]
  return [{ title: loaderData?.lesson.title ?? text.title }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  const { courseId: course_id, lessonId: lesson_id } = params
  if (!isId(course_id) || !isId(lesson_id)) throw data(null, { status: 404 })
  const [curriculum, link] = await loadNamed(
    Promise.all([page.api.lessons.list({ course_id }), page.api.lessons.play({ lesson_id })]),
  )
  const at = curriculum.lessons.findIndex(({ id }) => id === lesson_id)
  const lesson = curriculum.lessons[at]
  if (!lesson) throw data(null, { status: 404 })
  return { ...curriculum, at, lesson, url: link.url, videoId: link.video_id }
}

/** Keeps the player's link unchanged while it plays. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname
}

/** Plays one lesson, with the others of its program beside it. */
export default function LessonPage({ loaderData }: Route.ComponentProps) {
  const text = useTexts(lessonsTexts)
  const { course, lessons, lesson, at, url, videoId, playable } = loaderData
  const [doneHere, setDoneHere] = useState<ReadonlySet<string>>(new Set())
  const shown = lessons.map((one) =>
    doneHere.has(one.id) && one.progress !== null && !one.progress.done
      ? { ...one, progress: { ...one.progress, done: true } }
      : doneHere.has(one.id) && one.progress === null
        ? { ...one, progress: { position_seconds: 0, seen_seconds: 0, done: true } }
        : one,
  )
  const done = shown.filter((one) => one.progress?.done).length
  const before = lessons[at - 1]
  const next = lessons[at + 1]
  return (
    <Page className="gap-6 py-6 sm:py-8">
      <PageHeader
        back={{ to: programPath(course.slug), label: text.backTo(course.title), reloadDocument: true }}
        eyebrow={text.lessonOf(at + 1, lessons.length)}
        title={lesson.title}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-6">
          <LessonPlayer
            key={lesson.id}
            lesson={lesson}
            url={url}
            videoId={videoId}
            next={next ? { title: next.title, path: lessonPath(course.id, next.id) } : null}
            onDone={() => setDoneHere((known) => new Set(known).add(lesson.id))}
          />
          <nav className="flex flex-wrap justify-between gap-3">
            {before ? (
              <ButtonLink to={lessonPath(course.id, before.id)} variant="secondary">
                {text.previous}
              </ButtonLink>
            ) : (
              <span />
            )}
            {next ? <ButtonLink to={lessonPath(course.id, next.id)}>{text.next}</ButtonLink> : null}
          </nav>
        </div>
        <Card flush title={text.title} className="lg:sticky lg:top-24">
          <div className="grid gap-2 px-5 pb-5 sm:px-6">
            <ProgressBar label={text.progress(done, lessons.length)} value={done} max={lessons.length} />
            <p className="text-sm text-ink-muted">{text.progress(done, lessons.length)}</p>
          </div>
          <LessonList courseId={course.id} lessons={shown} playable={playable} current={lesson.id} />
        </Card>
      </div>
    </Page>
  )
}

/** Shown for a lesson that was removed or is not for the viewer. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const text = useTexts(lessonsTexts)
  if (!isRouteErrorResponse(error) || error.status !== 404) return <RouteFailure error={error} />
  return (
    <Page className="py-6 sm:py-8">
      <title>{text.missing}</title>
      <EmptyState
        level={1}
        illustration="no-recordings"
        title={text.missing}
        text={text.missingText}
        action={<ButtonLink to="/courses">{text.toCatalogue}</ButtonLink>}
      />
    </Page>
  )
}
