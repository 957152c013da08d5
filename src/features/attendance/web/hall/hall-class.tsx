import UsersRound from "lucide-react/icons/users-round"
import { GO_LIVE_MINUTES_BEFORE, isTooEarly } from "#features/classes/rules.ts"
import { formatTimeIn, MINUTE, timeInZone } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { hallTexts } from "./hall.texts.ts"
import { HallCards } from "./hall-cards.tsx"
import { HallFinish, HallHeads } from "./hall-count.tsx"
import { HallExtras } from "./hall-extras.tsx"
import { HallRow } from "./hall-row.tsx"
import { type DeviceClass, sayDay } from "./register-state.ts"
import type { Said, useCoachRegister } from "./use-coach-register.ts"
import { useHeadCount } from "./use-head-count.ts"

type Props = {
  of: DeviceClass
  register: ReturnType<typeof useCoachRegister>
  /** The instant in epoch ms, and the date it has in the academy's zone. */
  now: number
  today: string
  zone: string
}

/** One class: the head count, everyone present, then the exceptions by a tap each, and the rest. */
export function HallClass({ of, register, now, today, zone }: Props) {
  const text = useTexts(hallTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { students } = of
  const starts_at = new Date(of.starts_at)
  const opensAt = new Date(starts_at.getTime() - GO_LIVE_MINUTES_BEFORE * MINUTE)
  const unmarked = students.filter(({ state }) => state === null)
  const say = (said: readonly Said[], at?: "once") => void register.say(of.class_id, said, at)
  const count = useHeadCount(of, (list, at) => say([{ kind: "list", about: text.list, ...list }], at))
  return (
    <section aria-labelledby="hall-class" data-hall={of.class_id} className="grid gap-5">
      <header className="grid gap-0.5">
        <h2 id="hall-class" className="text-heading">
          {of.title}
        </h2>
        <p className="text-ink-muted">
          {[
            of.scheduled_date === today ? null : sayDay(tag, of.scheduled_date, today),
            `${formatTimeIn(tag, of.start_time)} – ${formatTimeIn(tag, of.end_time)}`,
            of.venue_name,
            of.substitutes_for_name && text.standsIn(of.substitutes_for_name),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {isTooEarly({ starts_at }, new Date(now)) ? (
          <p>{text.early(formatTimeIn(tag, timeInZone(opensAt, zone)))}</p>
        ) : null}
      </header>
      {students.length === 0 ? <p className="text-ink-muted">{text.noStudents}</p> : null}
      <HallHeads count={count} />
      {unmarked.length > 0 ? (
        <Button
          size="lg"
          className="w-full"
          onClick={() =>
            say(
              unmarked.map(({ student_id, name }) => ({
                kind: "mark",
                student_id,
                state: "present",
                about: name,
              })),
            )
          }
        >
          <UsersRound size={20} aria-hidden />
          {text.everyone}
        </Button>
      ) : null}
      {students.some(({ card }) => card) ? (
        <HallCards
          students={students}
          onCard={({ student_id, name }, card) =>
            say([{ kind: "mark", student_id, state: "present", card, about: name }])
          }
        />
      ) : null}
      <ul aria-label={text.students} className="grid gap-2">
        {students.map((student) => (
          <HallRow
            key={student.student_id}
            student={student}
            onMark={(state, note) => {
              const mark = { kind: "mark" as const, student_id: student.student_id, state }
              say([{ ...mark, about: student.name, ...(note && { note }) }])
            }}
          />
        ))}
        {of.children.map(({ id, name }) => (
          <li
            key={id}
            data-child={id}
            className="flex min-h-14 items-center justify-between gap-3 rounded-card border border-dashed border-line-strong px-4"
          >
            <span className="min-w-0 truncate font-semibold">{name}</span>
            <span className="text-sm text-ink-muted">{text.unexpected}</span>
          </li>
        ))}
      </ul>
      <div className="min-h-9">
        {register.undoable.length > 0 ? (
          <Button size="sm" variant="secondary" onClick={() => void register.undo()}>
            {text.undo}
          </Button>
        ) : null}
      </div>
      <HallFinish count={count} />
      <HallExtras
        note={of.note}
        onChild={(name) => say([{ kind: "child", name, about: name }])}
        onNote={(note) => say([{ kind: "list", head_count: null, complete: false, note, about: text.list }])}
      />
    </section>
  )
}
