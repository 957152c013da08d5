import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { useEffect } from "react"
import { Form, useNavigation } from "react-router"
import { formatDate } from "#shared/time.ts"
import type { ActionReply } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { Field, TextInput } from "#ui/field.tsx"
import { FormError } from "#ui/form-error.tsx"
import { inputProps } from "#ui/form-props.ts"
import { describeSubject } from "./class-line.card.tsx"
import type { ListedClass } from "./listed-class.ts"

type MoveFormProps = { session: ListedClass; lastResult: SubmissionResult | null | undefined }

type MoveValues = Pick<ListedClass, "scheduled_date" | "start_time" | "end_time">

/** Whether the answer is about this class. */
function resultFor({ session, lastResult }: MoveFormProps): SubmissionResult | null {
  return lastResult?.initialValue?.class_id === session.id ? lastResult : null
}

/** Another date and time for one class. It posts to the timetable. */
export function MoveForm({ session, lastResult }: MoveFormProps) {
  const { id, scheduled_date, start_time, end_time, updated_at } = session
  const [form, fields] = useForm<MoveValues>({
    // A class that was moved gets a form of its own, with its new times in it.
    id: `move-${id}-${updated_at.getTime()}`,
    lastResult: resultFor({ session, lastResult }),
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
      <Field label="Date" field={fields.scheduled_date} className="sm:col-start-1">
        <TextInput {...inputProps(fields.scheduled_date, { type: "date" })} required />
      </Field>
      <Field label="Start Time" field={fields.start_time}>
        <TextInput {...inputProps(fields.start_time, { type: "time" })} required />
      </Field>
      <Field label="End Time" field={fields.end_time}>
        <TextInput {...inputProps(fields.end_time, { type: "time" })} required />
      </Field>
      <Button type="submit" busy={busy} busyLabel="Moving..." className="sm:col-span-3 sm:justify-self-end">
        Move class
      </Button>
    </Form>
  )
}

type MoveDialogProps = {
  /** The class that was chosen on the grid. */
  session: ListedClass | undefined
  answer: ActionReply | undefined
  onClose: () => void
}

/** What can be done with a class of the grid, by keyboard as well: typing another time, or going on to edit it. */
export function MoveDialog({ session, answer, onClose }: MoveDialogProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move that was made closes the dialog
  useEffect(() => {
    if (answer?.done) onClose()
  }, [answer])
  return (
    <Dialog
      open={session !== undefined}
      onClose={onClose}
      title={session?.title ?? ""}
      description={
        session &&
        `${describeSubject(session)} · ${formatDate(session.scheduled_date)} · with ${session.instructor_name}`
      }
      footer={
        session ? (
          <>
            <ButtonLink to={`/class/${session.id}`} variant="secondary">
              Open class
            </ButtonLink>
            {session.editable && session.status === "scheduled" ? (
              <ButtonLink to={`/schedule-class?edit=${session.id}`} variant="secondary">
                Edit
              </ButtonLink>
            ) : null}
          </>
        ) : null
      }
    >
      {session?.editable && session.status === "scheduled" ? (
        <MoveForm session={session} lastResult={answer?.form} />
      ) : null}
    </Dialog>
  )
}
