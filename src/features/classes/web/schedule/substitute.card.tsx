import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Form, useNavigation } from "react-router"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { selectProps } from "#ui/forms/form-props.ts"
import { ownerOf } from "../../rules.ts"

type SubstituteCardProps = {
  scheduledClass: ScheduledClass
  /** Approved instructors, by name. */
  colleagues: readonly { user_id: string; name: string }[]
  lastResult: SubmissionResult | null
}

/** Lets another instructor teach one class. Posts `substitute` with `instructor_id`, or `take-back`. */
export function SubstituteCard({ scheduledClass, colleagues, lastResult }: SubstituteCardProps) {
  const [form, fields] = useForm<{ instructor_id: string }>({ id: "substitute", lastResult })
  const pending = useNavigation().formData?.get("intent")
  const others = colleagues.filter(
    ({ user_id }) => user_id !== scheduledClass.instructor_id && user_id !== ownerOf(scheduledClass),
  )
  return (
    <Card
      title="Substitute instructor"
      description={
        scheduledClass.substitutes_for_name
          ? `${scheduledClass.instructor_name} substitutes for ${scheduledClass.substitutes_for_name}.`
          : "Somebody else can teach this class. They start it and see its register, and students see their name."
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
              busyLabel="Taking back..."
            >
              Take the class back
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
            label={scheduledClass.substitutes_for ? "Another substitute" : "Substitute"}
            field={fields.instructor_id}
          >
            <SelectInput
              {...selectProps(fields.instructor_id)}
              required
              placeholder="Choose an instructor"
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
            busyLabel="Saving..."
          >
            Name substitute
          </Button>
        </Form>
      </div>
    </Card>
  )
}
