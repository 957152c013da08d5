import Check from "lucide-react/icons/check"
import CirclePlay from "lucide-react/icons/circle-play"
import Lock from "lucide-react/icons/lock"
import type { Lesson } from "#contract/lessons.ts"
import { formatLength } from "#shared/lengths.ts"
import { cx } from "#ui/cx.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { lessonsTexts } from "./lessons.texts.ts"
import { lessonPath } from "./paths.ts"

type LessonListProps = {
  courseId: string
  lessons: readonly Lesson[]
  playable: boolean
  /** The lesson being played. */
  current?: string
}

/** The lessons in order with their lengths, and a tick for those that are done. */
export function LessonList({ courseId, lessons, playable, current }: LessonListProps) {
  const text = useTexts(lessonsTexts)
  return (
    <ol className="border-t border-line">
      {lessons.map(({ id, title, duration_seconds, progress }, at) => {
        const line = (
          <>
            {progress?.done ? (
              <Check size={20} className="shrink-0 text-success" aria-label={text.done} />
            ) : playable ? (
              <CirclePlay size={20} className="shrink-0 text-primary-text" aria-hidden />
            ) : (
              <Lock size={18} className="shrink-0 text-ink-muted" aria-hidden />
            )}
            <span className="min-w-0 flex-1">
              <span className="text-ink-muted tabular-nums">{at + 1}.</span> {title}
            </span>
            <span className="shrink-0 text-sm text-ink-muted tabular-nums">
              {formatLength(duration_seconds)}
            </span>
          </>
        )
        const look = cx(
          "flex min-h-12 items-center gap-3 px-5 py-3 sm:px-6",
          id === current && "bg-primary-tint font-semibold",
        )
        return (
          <li key={id} className="border-t border-line first:border-t-0">
            {playable ? (
              <Link
                to={lessonPath(courseId, id)}
                aria-current={id === current ? "page" : undefined}
                className={cx(look, "outline-offset-[-2px] transition-colors hover:bg-surface-sunken")}
              >
                {line}
              </Link>
            ) : (
              <p className={look}>{line}</p>
            )}
          </li>
        )
      })}
    </ol>
  )
}
