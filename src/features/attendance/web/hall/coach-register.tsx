import { useCallback, useEffect, useState } from "react"
import { formatTimeIn, MINUTE } from "#shared/time.ts"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import type { Kept } from "./device-store.ts"
import { hallTexts } from "./hall.texts.ts"
import { HallClass } from "./hall-class.tsx"
import { QueueNote, Refused } from "./queue-note.tsx"
import { currentClass, type DeviceClass, sayDay, withQueue } from "./register-state.ts"
import { timeOf, useCoachRegister } from "./use-coach-register.ts"

/** A coach's classes of today and tomorrow, and earlier ones that aren't finished, with one of them open. */
export function CoachRegister({ coachId, zone }: { coachId: string; zone: string }) {
  const text = useTexts(hallTexts)
  const register = useCoachRegister(coachId, zone)
  const { kept } = register
  if (!kept) return <p role="status">{register.problem ? text.problems[register.problem] : text.loading}</p>
  const own = kept.queue.filter(({ coach_id }) => coach_id === coachId)
  const others = kept.queue.length - own.length
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
      {kept.day && kept.day.classes.length > 0 ? (
        <OpenClass
          classes={kept.day.classes.map((one) => withQueue(one, own))}
          {...{ kept, register, zone }}
        />
      ) : (
        <EmptyState
          title={kept.day ? text.nothing : text.notHere}
          text={kept.day ? text.nothingText : text.notHereText}
        />
      )}
    </>
  )
}

type OpenProps = {
  classes: DeviceClass[]
  kept: Kept
  register: ReturnType<typeof useCoachRegister>
  zone: string
}

function OpenClass({ classes, kept, register, zone }: OpenProps) {
  const { now, today } = timeOf(kept, zone)
  const [chosen, setChosen] = useOpened(kept.day?.dates[0])
  const open = classes.find(({ class_id }) => class_id === chosen) ?? currentClass(classes, now, today)
  const id = open?.class_id
  // Not of a day from before, which is shown until the present one is read.
  useEffect(() => {
    if (register.isRead && id && id !== chosen) setChosen(id)
  }, [register.isRead, id, chosen, setChosen])
  if (!open) return null
  return (
    <>
      {classes.length > 1 ? (
        <ChooseClass classes={classes} today={today} open={open.class_id} onChoose={setChosen} />
      ) : null}
      <HallClass key={open.class_id} of={open} {...{ register, now, today, zone }} />
    </>
  )
}

/** Who puts the phone away for so long comes back for another class, in ms. */
const AWAY_MS = 5 * MINUTE

/**
 * The class that stays open, also when its time is over, until the coach chooses another, comes back later, or another
 * day begins.
 */
function useOpened(day: string | undefined) {
  const [opened, setOpened] = useState<{ id: string; day: string | undefined } | null>(null)
  const setChosen = useCallback((id: string) => setOpened({ id, day }), [day])
  useEffect(() => {
    let since = Number.POSITIVE_INFINITY
    const turn = () => {
      if (document.visibilityState === "hidden") since = Date.now()
      else if (Date.now() - since > AWAY_MS) setOpened(null)
    }
    document.addEventListener("visibilitychange", turn)
    return () => document.removeEventListener("visibilitychange", turn)
  }, [])
  return [opened?.day === day ? opened?.id : undefined, setChosen] as const
}

type ChooseProps = { classes: DeviceClass[]; today: string; open: string; onChoose: (id: string) => void }

function ChooseClass({ classes, today, open, onChoose }: ChooseProps) {
  const text = useTexts(hallTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  return (
    <Field label={text.choose} hideLabel>
      <SelectInput value={open} onChange={(event) => onChoose(event.target.value)}>
        {[...Map.groupBy(classes, ({ scheduled_date }) => scheduled_date)].map(([date, some]) => (
          <optgroup key={date} label={sayDay(tag, date, today)}>
            {some.map(({ class_id, start_time, title }) => (
              <option key={class_id} value={class_id}>
                {[date === today ? null : sayDay(tag, date, today), formatTimeIn(tag, start_time), title]
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
