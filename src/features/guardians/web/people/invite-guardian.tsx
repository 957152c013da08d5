import { useId } from "react"
import { GUARDIAN_RIGHTS, type GuardianRight } from "#shared/guardian-rights.ts"
import { Button } from "#ui/components/button.tsx"
import { Field, FieldNotes, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps, selectProps } from "#ui/forms/form-props.ts"
import { usePlacePoster } from "#ui/forms/poster.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Folded, type PeopleProps } from "./folded.card.tsx"
import { peopleOfChildTexts } from "./people.texts.ts"

interface RightsProps {
  legend: string
  chosen: readonly GuardianRight[]
  error?: string | undefined
}

/** A box for each right. */
export function RightsFields({ legend, chosen, error }: RightsProps) {
  const { may } = useTexts(peopleOfChildTexts)
  const id = useId()
  return (
    <fieldset className="grid gap-2.5" aria-describedby={error ? id : undefined}>
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      {GUARDIAN_RIGHTS.map((right) => (
        <label key={right} className="flex items-start gap-3 text-[0.9375rem] leading-snug">
          <input
            type="checkbox"
            name="rights"
            value={right}
            defaultChecked={chosen.includes(right)}
            className="size-5 shrink-0"
          />
          {may[right]}
        </label>
      ))}
      <FieldNotes hint={undefined} hintId="" error={error} errorId={id} />
    </fieldset>
  )
}

type Fields = { name: string; to: string; rights: string; language: string }

/** Who is invited, what they may do, and in which language they are written to. */
export function InviteGuardian({ child, action }: Pick<PeopleProps, "child" | "action">) {
  const text = useTexts(peopleOfChildTexts)
  const language = useLanguage()
  const { Form, action: to, reply, sending } = usePlacePoster(action)
  const [form, fields] = useForm<Fields>({
    id: `invite-guardian-${child.student_id}`,
    lastResult: reply?.form ?? null,
    defaultValue: { language },
  })
  const kept = reply?.form?.initialValue?.rights
  const chosen = GUARDIAN_RIGHTS.filter((right) =>
    kept === undefined ? right === "see" || right === "told" : [kept].flat().includes(right),
  )
  return (
    <Folded title={text.invite} open={reply !== undefined && !reply.done}>
      <Form method="post" action={to} id={form.id} className="grid max-w-xl gap-4">
        <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title ?? text.notSent} />
        <p className="text-sm text-ink-muted">{text.inviteText}</p>
        <input type="hidden" name="student_id" value={child.student_id} />
        <Field label={text.name} field={fields.name}>
          <TextInput {...inputProps(fields.name)} required maxLength={80} autoComplete="off" />
        </Field>
        <Field label={text.to} field={fields.to}>
          <TextInput {...inputProps(fields.to)} required maxLength={254} autoComplete="off" />
        </Field>
        <RightsFields legend={text.rights} chosen={chosen} error={fields.rights.errors?.[0]} />
        <Field label={text.language} field={fields.language}>
          <SelectInput
            {...selectProps(fields.language)}
            options={[
              { value: "en", label: text.languages.en },
              { value: "hi", label: text.languages.hi },
            ]}
          />
        </Field>
        <div>
          <Button
            type="submit"
            name="intent"
            value="invite-guardian"
            size="sm"
            busy={sending === "invite-guardian"}
            busyLabel={text.sending}
          >
            {text.send}
          </Button>
        </div>
      </Form>
    </Folded>
  )
}
