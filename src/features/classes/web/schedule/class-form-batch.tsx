import type { FieldMetadata } from "@conform-to/react"
import { useEffect, useState } from "react"
import type { EndingBatch } from "#contract/classes/batches.ts"
import { formatDateIn, formatTimeIn } from "#shared/time.ts"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { selectProps } from "#ui/forms/form-props.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { sayWeekdays } from "#ui/messages/day-words.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { scheduleTexts } from "../texts/schedule.texts.ts"

/** The batches that a new class may continue, and whose they are. */
export type EndingBatches = { program: string; instructor: string; batches: EndingBatch[] }

async function askBatches(course_id: string, instructor_id: string): Promise<EndingBatch[]> {
  const { browserApi } = await import("#ui/client.ts")
  return browserApi().classes.endingBatches({ course_id, ...(instructor_id && { instructor_id }) })
}

type BatchFieldProps = {
  field: FieldMetadata<string | undefined>
  /** The program and, for an admin, the instructor that are chosen; empty for none. */
  program: string
  instructor: string
  /** Those that the page came with. */
  known: EndingBatches | null
}

/**
 * The batch of the program that new classes continue, so that its students get seats in them. Where there is none to
 * continue, nothing is shown.
 */
export function BatchField({ field, program, instructor, known }: BatchFieldProps) {
  const text = useTexts(scheduleTexts)
  const language = useLanguage()
  const [asked, setAsked] = useState<EndingBatches | null>(null)
  const isOf = (one: EndingBatches | null | undefined) =>
    one?.program === program && one.instructor === instructor
  const found = [known, asked].find(isOf)
  const isAsked = program !== "" && !found
  useEffect(() => {
    if (!isAsked) return
    let isStale = false
    // Without an answer the form goes on without the choice: what was typed matters more.
    const none: EndingBatch[] = []
    const answer = askBatches(program, instructor).catch(() => none)
    void answer.then((batches) => isStale || setAsked({ program, instructor, batches }))
    return () => {
      isStale = true
    }
  }, [isAsked, program, instructor])
  if (!found || found.batches.length === 0) return null
  const tag = LANGUAGE_TAGS[language]
  const options = found.batches.map(({ id, weekdays, start_time, end_time, last_date }) => ({
    value: id,
    label: text.batchUntil(
      sayWeekdays(language, weekdays),
      formatTimeIn(tag, start_time),
      formatTimeIn(tag, end_time),
      formatDateIn(tag, last_date),
    ),
  }))
  return (
    <Field label={text.continues} field={field} hint={text.continuesHint} optional>
      <SelectInput
        {...selectProps(field)}
        key={`${program}:${instructor}`}
        placeholder={text.newBatch}
        options={options}
      />
    </Field>
  )
}
