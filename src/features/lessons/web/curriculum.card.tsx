import type { Curriculum } from "#contract/lessons.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { ProgressBar } from "#ui/components/progress-bar.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { LessonList } from "./lesson-list.tsx"
import { lessonsTexts } from "./lessons.texts.ts"
import { lessonPath, lessonsPath } from "./paths.ts"

type CurriculumProps = { courseId: string; curriculum: Curriculum; enrolled: boolean }

/**
 * A program's video lessons: the list for everyone, and for its students where to continue. Renders nothing without
 * lessons for those who can't add any.
 */
export function CurriculumCard({ courseId, curriculum, enrolled }: CurriculumProps) {
  const text = useTexts(lessonsTexts)
  const { lessons, playable, editable, next_lesson_id } = curriculum
  if (lessons.length === 0 && !editable) return null
  const seconds = lessons.reduce((sum, one) => sum + one.duration_seconds, 0)
  const done = lessons.filter((one) => one.progress?.done).length
  const next = lessons.findIndex((one) => one.id === next_lesson_id)
  const [first] = lessons
  const began = lessons.some((one) => one.progress !== null)
  return (
    <Card
      flush
      id="lessons"
      title={text.title}
      description={
        lessons.length > 0
          ? text.count(lessons.length, text.hours(Math.max(1, Math.round(seconds / 60))))
          : text.none
      }
      {...(editable && {
        action: (
          <ButtonLink to={lessonsPath(courseId)} variant="secondary" size="sm">
            {text.edit}
          </ButtonLink>
        ),
      })}
    >
      {enrolled && first ? (
        <div className="grid gap-3 px-5 pb-5 sm:px-6">
          <ProgressBar label={text.progress(done, lessons.length)} value={done} max={lessons.length} />
          <p className="text-sm text-ink-muted">
            {next < 0 ? text.allDone : text.progress(done, lessons.length)}
          </p>
          <ButtonLink to={lessonPath(courseId, next_lesson_id ?? first.id)} className="w-fit">
            {next < 0 ? text.again : began ? text.continueWith(next + 1) : text.start}
          </ButtonLink>
        </div>
      ) : playable || lessons.length === 0 ? null : (
        <p className="px-5 pb-5 text-sm text-ink-muted sm:px-6">{text.forEnrolled}</p>
      )}
      <LessonList courseId={courseId} lessons={lessons} playable={playable} />
    </Card>
  )
}
