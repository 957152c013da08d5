import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Form, useNavigation } from "react-router"
import type { ScheduledClass } from "#contract/classes.ts"
import { Button } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { Field, TextArea } from "#ui/field.tsx"
import { FormError } from "#ui/form-error.tsx"
import { textAreaProps } from "#ui/form-props.ts"
import { ScopeChoice } from "./scope-choice.tsx"

type CancelCardProps = { session: ScheduledClass; lastResult: SubmissionResult | null }

/** Calls a class off with a reason. Posts `cancel`. */
export function CancelCard({ session, lastResult }: CancelCardProps) {
  const [form, fields] = useForm<{ reason: string }>({ id: "cancel", lastResult })
  const busy = useNavigation().formData?.get("intent") === "cancel"
  const seats = session.enrolled_count
  return (
    <Card
      title="Cancel this class"
      description={
        seats === 0
          ? "It stays in the timetable as cancelled. Nobody has a seat yet."
          : `It stays in the timetable as cancelled, and ${seats === 1 ? "the one student" : `the ${seats} students`} with a seat read why.`
      }
    >
      <Form method="post" {...getFormProps(form)} noValidate={false} className="grid gap-5">
        <FormError issues={form.errors} />
        <Field label="Reason" field={fields.reason}>
          <TextArea
            {...textAreaProps(fields.reason)}
            rows={2}
            required
            maxLength={300}
            placeholder="The hall is flooded. We make it up on Saturday."
          />
        </Field>
        {session.series_id ? <ScopeChoice legend="This class is part of a weekly series. Cancel" /> : null}
        <Button
          type="submit"
          name="intent"
          value="cancel"
          variant="danger"
          className="justify-self-end"
          busy={busy}
          busyLabel="Cancelling..."
        >
          Cancel class
        </Button>
      </Form>
    </Card>
  )
}
