import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Form, useNavigation } from "react-router"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, TextArea } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { textAreaProps } from "#ui/forms/form-props.ts"
import { ScopeChoice } from "./scope-choice.tsx"

type CancelCardProps = { scheduledClass: ScheduledClass; lastResult: SubmissionResult | null }

/** Cancels a class with a reason. Posts `cancel`. */
export function CancelCard({ scheduledClass, lastResult }: CancelCardProps) {
  const [form, fields] = useForm<{ reason: string }>({ id: "cancel", lastResult })
  const busy = useNavigation().formData?.get("intent") === "cancel"
  const seats = scheduledClass.enrolled_count
  return (
    <Card
      title="Cancel this class"
      description={
        seats === 0
          ? "It stays in the timetable as cancelled. Nobody has taken a seat yet."
          : `It stays in the timetable as cancelled, and ${seats === 1 ? "the one student" : `the ${seats} students`} with a seat will see the reason.`
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
            placeholder="The hall is flooded. We'll hold it on Saturday instead."
          />
        </Field>
        {scheduledClass.series_id ? (
          <ScopeChoice legend="This class is part of a weekly series. Cancel" />
        ) : null}
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
