import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Form, useNavigation } from "react-router"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, TextArea } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { textAreaProps } from "#ui/forms/form-props.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { scheduleTexts } from "../texts/schedule.texts.ts"
import { ScopeChoice } from "./scope-choice.tsx"

type CancelCardProps = { scheduledClass: ScheduledClass; lastResult: SubmissionResult | null }

/** Cancels a class with a reason. Posts `cancel`. */
export function CancelCard({ scheduledClass, lastResult }: CancelCardProps) {
  const text = useTexts(scheduleTexts).cancelling
  const [form, fields] = useForm<{ reason: string }>({ id: "cancel", lastResult })
  const busy = useNavigation().formData?.get("intent") === "cancel"
  const seats = scheduledClass.enrolled_count
  return (
    <Card title={text.title} description={seats === 0 ? text.noSeats : text.seats(seats)}>
      <Form method="post" {...getFormProps(form)} noValidate={false} className="grid gap-5">
        <FormError issues={form.errors} />
        <Field label={text.reason} field={fields.reason}>
          <TextArea
            {...textAreaProps(fields.reason)}
            rows={2}
            required
            maxLength={300}
            placeholder={text.example}
          />
        </Field>
        {scheduledClass.series_id ? <ScopeChoice legend={text.ofSeries} /> : null}
        <Button
          type="submit"
          name="intent"
          value="cancel"
          variant="danger"
          className="justify-self-end"
          busy={busy}
          busyLabel={text.busy}
        >
          {text.button}
        </Button>
      </Form>
    </Card>
  )
}
