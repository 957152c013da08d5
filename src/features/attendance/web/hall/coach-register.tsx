import { useState } from "react"
import { formatTimeIn } from "#shared/time.ts"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { hallTexts } from "./hall.texts.ts"
import { HallClass } from "./hall-class.tsx"
import { QueueNote, Refused } from "./queue-note.tsx"
import { currentClass, type DeviceDay, withQueue } from "./register-state.ts"
import { useCoachRegister } from "./use-coach-register.ts"

/** A coach's classes of today and tomorrow, with the one that is going on open. */
export function CoachRegister({ coachId }: { coachId: string }) {
  const text = useTexts(hallTexts)
  const register = useCoachRegister(coachId)
  const [chosen, setChosen] = useState<string | null>(null)
  const { kept } = register
  if (!kept) return <p role="status">{register.problem ? text.problems[register.problem] : text.loading}</p>
  const own = kept.queue.filter(({ coach_id }) => coach_id === coachId)
  const others = kept.queue.length - own.length
  const classes = kept.day?.classes ?? []
  const open = classes.find(({ class_id }) => class_id === chosen) ?? currentClass(classes, Date.now())
  return (
    <>
      <QueueNote
        waiting={own.filter(({ refusal }) => refusal === null).length}
        others={others}
        problem={register.problem}
        onSend={() => void register.sync(true)}
      />
      <Refused
        refused={own.filter(({ refusal }) => refusal !== null)}
        onAgain={(some) => void register.sendAgain(some)}
        onDismiss={(ids) => void register.forget(ids)}
      />
      {open && kept.day ? (
        <>
          {classes.length > 1 ? (
            <ChooseClass day={kept.day} open={open.class_id} onChoose={setChosen} />
          ) : null}
          <HallClass key={open.class_id} of={withQueue(open, own)} register={register} />
        </>
      ) : (
        <EmptyState
          title={kept.day ? text.nothing : text.notHere}
          text={kept.day ? text.nothingText : text.notHereText}
        />
      )}
    </>
  )
}

type ChooseProps = { day: DeviceDay; open: string; onChoose: (id: string) => void }

function ChooseClass({ day, open, onChoose }: ChooseProps) {
  const text = useTexts(hallTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  return (
    <Field label={text.choose} hideLabel>
      <SelectInput value={open} onChange={(event) => onChoose(event.target.value)}>
        {day.dates.map((date, at) => (
          <optgroup key={date} label={at === 0 ? text.today : text.tomorrow}>
            {day.classes
              .filter(({ scheduled_date }) => scheduled_date === date)
              .map(({ class_id, start_time, title }) => (
                <option key={class_id} value={class_id}>
                  {[at === 0 ? null : text.tomorrow, formatTimeIn(tag, start_time), title]
                    .filter(Boolean)
                    .join(" · ")}
                </option>
              ))}
          </optgroup>
        ))}
      </SelectInput>
    </Field>
  )
}
