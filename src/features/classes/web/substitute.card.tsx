import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Form, useNavigation } from "react-router"
import type { ScheduledClass } from "#contract/classes.ts"
import { Button } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { Field, SelectInput } from "#ui/field.tsx"
import { FormError } from "#ui/form-error.tsx"
import { selectProps } from "#ui/form-props.ts"
import { ownerOf } from "../rules.ts"

type SubstituteCardProps = {
  session: ScheduledClass
  /** Approved instructors, by name. */
  colleagues: readonly { user_id: string; name: string }[]
  lastResult: SubmissionResult | null
}

/** Lets somebody else teach one class. Posts `substitute` with `instructor_id`, or `take-back`. */
export function SubstituteCard({ session, colleagues, lastResult }: SubstituteCardProps) {
  const [form, fields] = useForm<{ instructor_id: string }>({ id: "substitute", lastResult })
  const pending = useNavigation().formData?.get("intent")
  const others = colleagues.filter(
    ({ user_id }) => user_id !== session.instructor_id && user_id !== ownerOf(session),
  )
  return (
    <Card
      title="Substitute instructor"
      description={
        session.substitutes_for_name
          ? `${session.instructor_name} stands in for ${session.substitutes_for_name}.`
          : "Somebody else can teach this one class: they start it and see its register, and the students see who it is."
      }
    >
      <div className="grid gap-5">
        {session.substitutes_for ? (
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
            label={session.substitutes_for ? "Another substitute" : "Substitute"}
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
