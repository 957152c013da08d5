import { Form, useNavigation } from "react-router"
import type { PersonEntry, UnconfirmedNumber } from "#contract/people.ts"
import { formatInstant } from "#shared/time.ts"
import type { ActionReply } from "#ui/api.ts"
import { Avatar } from "#ui/avatar.tsx"
import { Badge } from "#ui/badge.tsx"
import { Button } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { Field, SelectInput, TextInput } from "#ui/field.tsx"
import { peopleText as text } from "./people.text.ts"
import { ResetTwoStepForm } from "./reset-two-step-form.tsx"

const PURPOSES = Object.keys(text.purposes) as (keyof typeof text.purposes)[]

interface PeopleListProps {
  people: PersonEntry[]
  own: string
  zone: string
  reply: ActionReply | undefined
}

export function PeopleList({ people, own, zone, reply }: PeopleListProps) {
  return (
    <ul className="grid gap-3">
      {people.map((person) => (
        <PersonCard
          key={person.user_id}
          person={person}
          isOwn={person.user_id === own}
          zone={zone}
          reply={reply?.form?.initialValue?.user_id === person.user_id ? reply : undefined}
        />
      ))}
    </ul>
  )
}

type PersonProps = { person: PersonEntry; isOwn: boolean; zone: string; reply: ActionReply | undefined }

function PersonCard({ person, isOwn, zone, reply }: PersonProps) {
  const busy = useNavigation().formData?.get("user_id") === person.user_id
  return (
    <Card as="li" className="p-4 sm:p-5" data-person={person.user_id}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={person.name} />
        <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            {person.name}
            <Badge>{text.roles[person.role ?? "none"]}</Badge>
            {isOwn ? <Badge tone="primary">{text.you}</Badge> : null}
            {person.awaits_approval ? <Badge tone="warning">{text.awaits}</Badge> : null}
            {person.disabled_at ? <Badge tone="danger">{text.disabled}</Badge> : null}
            {person.erase_at ? <Badge tone="danger">{text.erasing}</Badge> : null}
          </p>
          <p className="text-sm break-words text-ink-muted">
            {[person.email, `${text.since} ${formatInstant(person.created_at, zone)}`]
              .filter(Boolean)
              .join(" · ")}
          </p>
          {person.disabled_reason ? <p className="text-sm text-danger">{person.disabled_reason}</p> : null}
        </div>
        {person.awaits_approval ? <PersonButton person={person} intent="approve" busy={busy} /> : null}
        {person.joined || person.disabled_at ? null : (
          <PersonButton person={person} intent="invite-again" busy={busy} />
        )}
        {person.disabled_at ? <PersonButton person={person} intent="enable" busy={busy} /> : null}
      </div>
      {isOwn || person.disabled_at ? null : <ChangePerson person={person} busy={busy} reply={reply} />}
    </Card>
  )
}

function Who({ person }: { person: Pick<PersonEntry, "user_id" | "name"> }) {
  return (
    <>
      <input type="hidden" name="user_id" value={person.user_id} />
      <input type="hidden" name="name" value={person.name} />
    </>
  )
}

function PersonButton({
  person,
  intent,
  busy,
}: {
  person: PersonEntry
  intent: "approve" | "enable" | "invite-again"
  busy: boolean
}) {
  return (
    <Form method="post" preventScrollReset>
      <Who person={person} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        size="sm"
        variant={intent === "approve" ? "primary" : "secondary"}
        busy={busy}
      >
        {intent === "invite-again" ? text.inviteAgain : text[intent]}
      </Button>
    </Form>
  )
}

/** Folded away, for each of it weighs. It opens without scripts. */
function ChangePerson({
  person,
  busy,
  reply,
}: {
  person: PersonEntry
  busy: boolean
  reply: ActionReply | undefined
}) {
  const problem = reply?.form?.error?.reason?.[0]
  const open = problem !== undefined || reply?.form?.error?.asked !== undefined
  return (
    <details className="mt-2" open={open || undefined}>
      <summary className="w-fit cursor-pointer py-1.5 text-sm font-semibold text-primary-text">
        {text.change}
      </summary>
      <div className="grid gap-6 pt-3 sm:grid-cols-2">
        {person.role === "guardian" ? null : (
          <Form method="post" preventScrollReset className="grid content-start gap-3">
            <Who person={person} />
            <Field label={text.newRole}>
              <SelectInput
                name="role"
                defaultValue={person.role ?? ""}
                options={(["student", "instructor", "admin"] as const).map((value) => ({
                  value,
                  label: text.roles[value],
                }))}
              />
            </Field>
            <div>
              <Button type="submit" name="intent" value="role" size="sm" variant="secondary" busy={busy}>
                {text.changeRole}
              </Button>
            </div>
          </Form>
        )}
        <Form method="post" preventScrollReset className="grid content-start gap-3">
          <Who person={person} />
          <Field label={text.reason} hint={text.disableText} errors={problem}>
            <TextInput name="reason" required maxLength={300} autoComplete="off" />
          </Field>
          <div>
            <Button type="submit" name="intent" value="disable" size="sm" variant="danger" busy={busy}>
              {text.disable}
            </Button>
          </div>
        </Form>
        {person.two_step ? <ResetTwoStepForm person={person} busy={busy} reply={reply} /> : null}
      </div>
    </details>
  )
}

interface NumberListProps {
  numbers: UnconfirmedNumber[]
  zone: string
  reply: ActionReply | undefined
}

/** Guardians' numbers to confirm, each with the form that records a signed paper. */
export function NumberList({ numbers, zone, reply }: NumberListProps) {
  return (
    <ul className="grid gap-3">
      {numbers.map((number) => (
        <NumberCard
          key={number.student_id}
          number={number}
          zone={zone}
          reply={reply?.form?.initialValue?.user_id === number.student_id ? reply : undefined}
        />
      ))}
    </ul>
  )
}

function NumberCard({
  number,
  zone,
  reply,
}: {
  number: UnconfirmedNumber
  zone: string
  reply: ActionReply | undefined
}) {
  const busy = useNavigation().formData?.get("user_id") === number.student_id
  const problem = reply?.form?.error?.paper_reference?.[0]
  return (
    <Card as="li" className="p-4 sm:p-5" data-number={number.student_id}>
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {number.student_name}
          {number.under_18 ? <Badge>{text.minor}</Badge> : null}
          {number.declined ? <Badge tone="danger">{text.declined}</Badge> : null}
        </p>
        <p className="text-sm text-ink-muted">
          {text.guardian}: {number.parent_name ?? "–"} ·{" "}
          <a href={`tel:${number.parent_phone}`} className="underline underline-offset-4">
            {number.parent_phone}
          </a>{" "}
          · {text.since} {formatInstant(number.created_at, zone)}
        </p>
      </div>
      <details className="mt-2" open={problem !== undefined || undefined}>
        <summary className="w-fit cursor-pointer py-1.5 text-sm font-semibold text-primary-text">
          {text.record}
        </summary>
        <Form method="post" preventScrollReset className="grid gap-4 pt-3">
          <p className="text-sm text-ink-muted">{text.recordText}</p>
          <Who person={{ user_id: number.student_id, name: number.student_name }} />
          <Field label={text.reference} hint={text.referenceHint} errors={problem}>
            <TextInput name="paper_reference" required minLength={3} maxLength={120} autoComplete="off" />
          </Field>
          <fieldset className="grid gap-2.5">
            <legend className="mb-2 text-sm font-semibold">{text.consentTo}</legend>
            {PURPOSES.map((purpose) => (
              <label key={purpose} className="flex items-center gap-3 text-[0.9375rem]">
                <input type="checkbox" name="purposes" value={purpose} className="size-5" />
                {text.purposes[purpose]}
              </label>
            ))}
          </fieldset>
          <div>
            <Button type="submit" name="intent" value="paper" size="sm" busy={busy} busyLabel={text.saving}>
              {text.save}
            </Button>
          </div>
        </Form>
      </details>
    </Card>
  )
}
