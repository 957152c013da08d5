import { lessonsPath } from "#features/lessons/web/paths.ts"
import { checkoutPath } from "#features/programs/paths.ts"
import { formatDateIn, formatTimeIn } from "#shared/time.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate } from "#ui/said-time.ts"
import type { DashboardClass } from "./dashboard-class.ts"
import { nextStepsTexts } from "./next-steps.texts.ts"
import type { StudentParts } from "./student-dashboard.load.ts"

const SHOWN = 3

type Programs = NonNullable<StudentParts["programs"]>

/** The newest programs of a student, each with the one thing to do next. */
export function NextSteps({ programs, upcoming }: { programs: Programs; upcoming: DashboardClass[] }) {
  const text = useTexts(nextStepsTexts)
  if (programs.length === 0) return null
  // A membership that ends needs something to be done.
  const first = programs.toSorted((one, other) => Number(other.ends !== null) - Number(one.ends !== null))
  return (
    <Card
      flush
      title={text.title}
      action={
        programs.length > SHOWN ? (
          <ButtonLink to="?tab=programs" variant="link">
            {text.all}
          </ButtonLink>
        ) : null
      }
    >
      <ul className="border-t border-line">
        {first.slice(0, SHOWN).map((program) => (
          <Program key={program.id} program={program} upcoming={upcoming} />
        ))}
      </ul>
    </Card>
  )
}

function Program({ program, upcoming }: { program: Programs[number]; upcoming: DashboardClass[] }) {
  const { say, label, to, document } = useStep(program, upcoming)
  return (
    <li
      data-program={program.slug}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
    >
      <div className="grid min-w-0 gap-0.5">
        <p className="font-semibold">{program.title}</p>
        <p className="text-sm text-ink-muted">{say}</p>
      </div>
      <ButtonLink to={to} reloadDocument={document} size="sm" variant="secondary">
        {label}
      </ButtonLink>
    </li>
  )
}

/**
 * A membership that ends comes first, then a class with a seat, then the next lesson; without any, the program's classes
 * to choose from.
 */
function useStep({ id, slug, ends, lessons }: Programs[number], upcoming: DashboardClass[]) {
  const text = useTexts(nextStepsTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const said = useSaidDate()
  if (ends) {
    const date = formatDateIn(tag, ends.on)
    const say = ends.ended ? text.memberEnded(date) : text.memberEnds(date)
    return { say, label: text.renew, to: checkoutPath(slug), document: true }
  }
  const next = upcoming.find(({ course_id, status }) => course_id === id && status !== "cancelled")
  if (next) {
    const day = said(next.scheduled_date)
    const say = text.nextClass(day, formatTimeIn(tag, next.start_time))
    return { say, label: text.open, to: `/class/${next.id}` }
  }
  if (!lessons) return { say: text.choose, label: text.seeClasses, to: `/courses/${slug}`, document: true }
  const to = lessonsPath(id)
  if (!lessons.next) return { say: text.done, label: text.again, to }
  return { say: text.lesson(lessons.next.number, lessons.next.title), label: text.watch, to }
}
