import type { SubmissionResult } from "@conform-to/react"
import { Form, useNavigation } from "react-router"
import type { StudentEnrolment } from "#contract/admin/admin-dashboard.ts"
import type { Batch } from "#contract/classes/batches.ts"
import { formatTimeIn } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { selectProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { sayWeekdays } from "#ui/messages/day-words.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { studentsTexts } from "./students.texts.ts"

interface BatchFormProps {
  enrolment: StudentEnrolment
  /** Those with coming classes. */
  batches: readonly Batch[]
  lastResult: SubmissionResult | null | undefined
}

/** Moves a student to another batch of a program, or to all of its classes. */
export function BatchForm({ enrolment, batches, lastResult }: BatchFormProps) {
  const { one: text } = useTexts(studentsTexts)
  const nameOf = useBatchName()
  const { course_id, title, batch_id } = enrolment
  const [form, fields] = useForm<{ batch_id: string }>({
    ...{
      id: `batch-${course_id}`,
      lastResult: lastResult ?? null,
      defaultValue: { batch_id: batch_id ?? "" },
    },
  })
  const sent = useNavigation().formData
  const isPast = batch_id !== null && batches.every(({ id }) => id !== batch_id)
  const options = [
    ...(isPast ? [{ value: batch_id, label: text.pastBatch }] : []),
    ...batches.map((batch) => ({ value: batch.id, label: nameOf(batch) })),
  ]
  return (
    <Disclosure opens={Boolean(lastResult?.error)}>
      <summary aria-label={`${text.move}: ${title}`} className={`${linkClass} w-fit cursor-pointer text-sm`}>
        {text.move}
      </summary>
      <Form method="post" id={form.id} noValidate preventScrollReset className="grid gap-3 pt-2 pb-3">
        <FormError id={form.errorId} issues={form.errors} />
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="course_id" value={course_id} />
        <input type="hidden" name="title" value={title} />
        <Field label={text.batch} field={fields.batch_id} hint={text.moveHint}>
          <SelectInput {...selectProps(fields.batch_id)} placeholder={text.allClasses} options={options} />
        </Field>
        <div>
          <Button
            type="submit"
            size="sm"
            variant="secondary"
            busy={sent?.get("intent") === "move" && sent.get("course_id") === course_id}
            busyLabel={text.moving}
          >
            {text.move}
          </Button>
        </div>
      </Form>
    </Disclosure>
  )
}

/** Returns how a batch is called: its days, times and teacher. */
function useBatchName() {
  const { one: text } = useTexts(studentsTexts)
  const language = useLanguage()
  const tag = LANGUAGE_TAGS[language]
  return ({ weekdays, start_time, end_time, instructor_name, free_seats }: Batch) => {
    const name = text.batchOf(
      sayWeekdays(language, weekdays),
      formatTimeIn(tag, start_time),
      formatTimeIn(tag, end_time),
      instructor_name,
    )
    return free_seats === 0 ? text.full(name) : name
  }
}
