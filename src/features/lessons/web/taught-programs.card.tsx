import { Card } from "#ui/components/card.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { lessonsPath } from "./paths.ts"
import { taughtProgramsTexts } from "./taught-programs.texts.ts"

type Taught = { course_id: string; title: string; lessons: number; unfinished: number }

/** The programs whose video lessons the teacher manages. Renders nothing without any. */
export function TaughtProgramsCard({ programs }: { programs: readonly Taught[] }) {
  const text = useTexts(taughtProgramsTexts)
  if (programs.length === 0) return null
  return (
    <Card flush title={text.title} description={text.text}>
      <ul className="border-t border-line">
        {programs.map(({ course_id, title, lessons, unfinished }) => (
          <li key={course_id} className="border-t border-line first:border-t-0">
            <Link
              to={lessonsPath(course_id)}
              className="grid gap-0.5 px-5 py-3.5 outline-offset-[-2px] transition-colors hover:bg-surface-sunken sm:px-6"
            >
              <span className="font-semibold">{title}</span>
              <span className="text-sm text-ink-muted">{text.count(lessons, unfinished)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
