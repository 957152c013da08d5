import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Form, useNavigation } from "react-router"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { selectProps } from "#ui/forms/form-props.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { ownerOf } from "../../rules.ts"
import { scheduleTexts } from "../texts/schedule.texts.ts"

type SubstituteCardProps = {
  scheduledClass: ScheduledClass
  /** Approved instructors, by name. */
  colleagues: readonly { user_id: string; name: string }[]
  lastResult: SubmissionResult | null
}

/** Lets another instructor teach one class. Posts `substitute` with `instructor_id`, or `take-back`. */
export function SubstituteCard({ scheduledClass, colleagues, lastResult }: SubstituteCardProps) {
  const { substitute: text, chooseInstructor } = useTexts(scheduleTexts)
  const [form, fields] = useForm<{ instructor_id: string }>({ id: "substitute", lastResult })
  const pending = useNavigation().formData?.get("intent")
  const others = colleagues.filter(
    ({ user_id }) => user_id !== scheduledClass.instructor_id && user_id !== ownerOf(scheduledClass),
  )
  return (
    <Card
      title={text.title}
      description={
        scheduledClass.substitutes_for_name
          ? text.now(scheduledClass.instructor_name, scheduledClass.substitutes_for_name)
          : text.text
      }
    >
      <div className="grid gap-5">
        {scheduledClass.substitutes_for ? (
          <Form method="post" preventScrollReset>
            <Button
              type="submit"
              name="intent"
              value="take-back"
              variant="secondary"
              busy={pending === "take-back"}
              busyLabel={text.takingBack}
            >
              {text.takeBack}
            </Button>
          </Form>
        ) : null}
        <Form
          method="post"
          {...getFormProps(form)}
          noValidate={false}
          preventScrollReset
          className="grid gap-4 sm:grid-cols-[1fr_auto] sm:items-start"
        >
          <FormError issues={form.errors} />
          <Field
            label={scheduledClass.substitutes_for ? text.another : text.label}
            field={fields.instructor_id}
          >
            <SelectInput
              {...selectProps(fields.instructor_id)}
              required
              placeholder={chooseInstructor}
              options={others.map(({ user_id, name }) => ({ value: user_id, label: name }))}
            />
          </Field>
          <Button
            type="submit"
            name="intent"
            value="substitute"
            variant="secondary"
            className="sm:mt-6.5"
            busy={pending === "substitute"}
            busyLabel={text.saving}
          >
            {text.name}
          </Button>
        </Form>
      </div>
    </Card>
  )
}
