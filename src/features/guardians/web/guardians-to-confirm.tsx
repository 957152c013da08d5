import type { ReactNode } from "react"
import { Form, useNavigation } from "react-router"
import type { GuardianToConfirm } from "#contract/guardians/confirming.ts"
import { BirthDateForm } from "#features/accounts/web/people/staff-birth-date.card.tsx"
import { displayPhone } from "#shared/phone.ts"
import { formatBirthDate, formatInstantIn } from "#shared/time.ts"
import type { ActionReply } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { useForm } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { confirmingTexts } from "./confirming.texts.ts"
import { Folded, Hidden } from "./people/folded.card.tsx"
import { HowField, SeenField } from "./proof-fields.tsx"

interface ListProps {
  guardians: GuardianToConfirm[]
  zone: string
  reply: ActionReply | undefined
}

/** Students whose guardian or date of birth staff have to confirm, each with the forms for it. */
export function GuardiansToConfirm({ guardians, zone, reply }: ListProps) {
  const text = useTexts(confirmingTexts)
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-[0.9375rem] text-ink-muted">{text.why}</p>
      <ul className="grid gap-3">
        {guardians.map((one) => (
          <GuardianCard
            key={one.student_id}
            one={one}
            zone={zone}
            reply={reply?.form?.initialValue?.user_id === one.student_id ? reply : undefined}
          />
        ))}
      </ul>
    </div>
  )
}

type CardProps = { one: GuardianToConfirm; zone: string; reply: ActionReply | undefined }

function GuardianCard({ one, zone, reply }: CardProps) {
  const text = useTexts(confirmingTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { formData } = useNavigation()
  const sending = formData?.get("user_id") === one.student_id ? formData.get("intent") : null
  const { student_name, parent_name, parent_phone, waits_for, date_of_birth_claimed } = one
  return (
    <Card as="li" className="p-4 sm:p-5" data-number={one.student_id}>
      <div className="grid gap-1.5">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <Link to={`/admin-dashboard/students/${one.student_id}`} className="hover:underline">
            {student_name}
          </Link>
          {one.under_18 ? <Badge>{text.minor}</Badge> : null}
          {waits_for.map((reason) => (
            <Badge key={reason} tone="warning">
              {text.waitsFor[reason]}
            </Badge>
          ))}
          {one.declined ? <Badge tone="danger">{text.declined}</Badge> : null}
        </p>
        {parent_phone ? (
          <p className="text-sm text-ink-muted">
            {text.guardian}: {parent_name ?? "–"} ·{" "}
            <a href={`tel:${parent_phone}`} className="underline underline-offset-4">
              {displayPhone(parent_phone)}
            </a>{" "}
            · {text.since(formatInstantIn(tag, one.created_at, zone))}
          </p>
        ) : null}
        {one.from_childs_device ? <Warning>{text.childsDevice(student_name)}</Warning> : null}
        {one.phone_of.length > 0 ? <Warning>{text.phoneOf(one.phone_of)}</Warning> : null}
      </div>
      {waits_for.includes("date_of_birth") && date_of_birth_claimed ? (
        <div className="mt-4 grid gap-3 border-t border-line pt-4">
          <p className="max-w-prose text-[0.9375rem]">
            {text.claimed(student_name, formatBirthDate(date_of_birth_claimed, tag))}
          </p>
          <BirthDateForm
            studentId={one.student_id}
            name={student_name}
            date={date_of_birth_claimed}
            poster={{ Form, reply, sending }}
          />
        </div>
      ) : null}
      {waits_for.includes("further_guardian") ? (
        <p className="mt-3 text-sm text-ink-muted">{text.furtherText}</p>
      ) : null}
      {waits_for.includes("number") || waits_for.includes("guardian") ? (
        <div className="mt-2 grid">
          <ConfirmForm one={one} reply={reply} />
          <PaperForm one={one} reply={reply} />
        </div>
      ) : null}
    </Card>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return <p className="max-w-prose text-sm font-medium text-warning">{children}</p>
}

type FormProps = { one: GuardianToConfirm; reply: ActionReply | undefined }
type Proof = { known_how: string; known_seen: string; paper_reference: string }

/** The form of this intent. It ignores the response to the card's other form. */
function useProof(intent: "guardian" | "paper", { one, reply }: FormProps) {
  const answered = reply?.form?.initialValue?.intent === intent ? reply.form : null
  const [form, fields] = useForm<Proof>({ id: `${intent}-${one.student_id}`, lastResult: answered })
  const busy = useNavigation().formData?.get("user_id") === one.student_id
  return { form, fields, busy, open: answered?.error != null }
}

const valuesOf = ({ student_id, student_name }: GuardianToConfirm) => ({
  user_id: student_id,
  name: student_name,
})

function ConfirmForm(props: FormProps) {
  const text = useTexts(confirmingTexts)
  const { form, fields, busy, open } = useProof("guardian", props)
  return (
    <Folded title={text.confirm} open={open}>
      <Form method="post" id={form.id} preventScrollReset className="grid max-w-xl gap-4">
        <p className="text-sm text-ink-muted">{text.confirmText}</p>
        <Hidden values={valuesOf(props.one)} />
        <HowField field={fields.known_how} />
        <SeenField field={fields.known_seen} />
        <div>
          <Button type="submit" name="intent" value="guardian" size="sm" busy={busy} busyLabel={text.saving}>
            {text.confirmSave}
          </Button>
        </div>
      </Form>
    </Folded>
  )
}

function PaperForm(props: FormProps) {
  const text = useTexts(confirmingTexts)
  const { form, fields, busy, open } = useProof("paper", props)
  return (
    <Folded title={text.record} open={open}>
      <Form method="post" id={form.id} preventScrollReset className="grid max-w-xl gap-4">
        <p className="text-sm text-ink-muted">{text.recordText}</p>
        <Hidden values={valuesOf(props.one)} />
        <SeenField field={fields.known_seen} />
        <Field label={text.reference} hint={text.referenceHint} field={fields.paper_reference}>
          <TextInput
            name="paper_reference"
            defaultValue={String(fields.paper_reference.initialValue ?? "")}
            required
            minLength={3}
            maxLength={120}
            autoComplete="off"
          />
        </Field>
        <fieldset className="grid gap-2.5">
          <legend className="mb-2 text-sm font-semibold">{text.consentTo}</legend>
          {Object.entries(text.purposes).map(([purpose, label]) => (
            <label key={purpose} className="flex items-center gap-3 text-[0.9375rem]">
              <input type="checkbox" name="purposes" value={purpose} className="size-5" />
              {label}
            </label>
          ))}
        </fieldset>
        <div>
          <Button type="submit" name="intent" value="paper" size="sm" busy={busy} busyLabel={text.saving}>
            {text.save}
          </Button>
        </div>
      </Form>
    </Folded>
  )
}
