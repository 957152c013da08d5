import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { useEffect } from "react"
import { Form, useNavigation } from "react-router"
import type { ActionReply } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Dialog } from "#ui/components/dialog.tsx"
import { DateInput } from "#ui/forms/date-input.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useWritten } from "#ui/said-time.ts"
import { describeSubject } from "../list/describe-subject.ts"
import type { ListedClass } from "../list/listed-class.ts"
import { classTexts } from "../texts/class.texts.ts"
import { timetableTexts } from "../texts/timetable.texts.ts"

type MoveFormProps = { scheduledClass: ListedClass; lastResult: SubmissionResult | null | undefined }

type MoveValues = Pick<ListedClass, "scheduled_date" | "start_time" | "end_time">

/** Returns the response if it is about this class. */
function resultFor({ scheduledClass, lastResult }: MoveFormProps): SubmissionResult | null {
  return lastResult?.initialValue?.class_id === scheduledClass.id ? lastResult : null
}

/** Changes the date and time of one class. It posts to the timetable. */
export function MoveForm({ scheduledClass, lastResult }: MoveFormProps) {
  const text = useTexts(timetableTexts)
  const { id, scheduled_date, start_time, end_time, updated_at } = scheduledClass
  const [form, fields] = useForm<MoveValues>({
    // After a move the class gets a new form, with its new times.
    id: `move-${id}-${updated_at.getTime()}`,
    lastResult: resultFor({ scheduledClass, lastResult }),
    defaultValue: { scheduled_date, start_time, end_time },
  })
  const busy = useNavigation().formData?.get("class_id") === id
  return (
    <Form
      method="post"
      {...getFormProps(form)}
      noValidate={false}
      preventScrollReset
      className="grid gap-4 sm:grid-cols-3 sm:items-start"
    >
      <input type="hidden" name="class_id" value={id} />
      <input type="hidden" name="known_updated_at" value={updated_at.toISOString()} />
      <FormError issues={form.errors} />
      <Field label={text.date} field={fields.scheduled_date} className="sm:col-start-1">
        <DateInput {...inputProps(fields.scheduled_date, { type: "date" })} required />
      </Field>
      <Field label={text.start} field={fields.start_time}>
        <TextInput {...inputProps(fields.start_time, { type: "time" })} required />
      </Field>
      <Field label={text.end} field={fields.end_time}>
        <TextInput {...inputProps(fields.end_time, { type: "time" })} required />
      </Field>
      <Button type="submit" busy={busy} busyLabel={text.moving} className="sm:col-span-3 sm:justify-self-end">
        {text.moveClass}
      </Button>
    </Form>
  )
}

type MoveDialogProps = {
  /** The class chosen on the grid. */
  scheduledClass: ListedClass | undefined
  answer: ActionReply | undefined
  onClose: () => void
}

/** The actions for a class on the grid, also by keyboard: changing its time, or opening it for editing. */
export function MoveDialog({ scheduledClass, answer, onClose }: MoveDialogProps) {
  const text = useTexts(timetableTexts)
  const { names, with: withTeacher } = useTexts(classTexts)
  const { date } = useWritten()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move that was made closes the dialog
  useEffect(() => {
    if (answer?.done) onClose()
  }, [answer])
  return (
    <Dialog
      open={scheduledClass !== undefined}
      onClose={onClose}
      title={scheduledClass?.title ?? ""}
      description={
        scheduledClass &&
        `${describeSubject(scheduledClass, names)} · ${date(scheduledClass.scheduled_date)} · ${withTeacher(scheduledClass.instructor_name)}`
      }
      footer={
        scheduledClass ? (
          <>
            <ButtonLink to={`/class/${scheduledClass.id}`} variant="secondary">
              {text.openClass}
            </ButtonLink>
            {scheduledClass.editable && scheduledClass.status === "scheduled" ? (
              <ButtonLink to={`/schedule-class?edit=${scheduledClass.id}`} variant="secondary">
                {text.edit}
              </ButtonLink>
            ) : null}
          </>
        ) : null
      }
    >
      {scheduledClass?.editable && scheduledClass.status === "scheduled" ? (
        <MoveForm scheduledClass={scheduledClass} lastResult={answer?.form} />
      ) : null}
    </Dialog>
  )
}
