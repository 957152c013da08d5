import { Form, useNavigation } from "react-router"
import type { PersonEntry } from "#contract/accounts/people.ts"
import { formatInstantIn } from "#shared/time.ts"
import type { ActionReply } from "#ui/api.ts"
import { Avatar } from "#ui/components/avatar.tsx"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { cx } from "#ui/cx.ts"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { AskedForm } from "./asked-form.tsx"
import { peopleTexts } from "./people.texts.ts"

interface PeopleListProps {
  people: PersonEntry[]
  own: string
  zone: string
  reply: ActionReply | undefined
}

export function PeopleList({ people, own, zone, reply }: PeopleListProps) {
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {people.map((person) => (
        <PersonRow
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

function PersonRow({ person, isOwn, zone, reply }: PersonProps) {
  const text = useTexts(peopleTexts)
  const since = formatInstantIn(LANGUAGE_TAGS[useLanguage()], person.created_at, zone)
  const busy = useNavigation().formData?.get("user_id") === person.user_id
  const isChangeable = !isOwn && !person.disabled_at
  return (
    <li className="relative px-4 py-3 sm:px-5" data-person={person.user_id}>
      <div className={cx("flex flex-wrap items-center gap-x-4 gap-y-3", isChangeable && "sm:pr-20")}>
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
          <p className="text-sm wrap-anywhere text-ink-muted">
            {[person.email, text.since(since)].filter(Boolean).join(" · ")}
          </p>
          {person.disabled_reason ? <p className="text-sm text-danger">{person.disabled_reason}</p> : null}
        </div>
        {person.awaits_approval ? <PersonButton person={person} intent="approve" busy={busy} /> : null}
        {person.joined || person.disabled_at ? null : (
          <PersonButton person={person} intent="invite-again" busy={busy} />
        )}
        {person.disabled_at ? <PersonButton person={person} intent="enable" busy={busy} /> : null}
      </div>
      {isChangeable ? <ChangePerson person={person} busy={busy} reply={reply} /> : null}
    </li>
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
  const text = useTexts(peopleTexts)
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

/** Collapsed, because each of these actions is serious. Opens without scripts. */
function ChangePerson({
  person,
  busy,
  reply,
}: {
  person: PersonEntry
  busy: boolean
  reply: ActionReply | undefined
}) {
  const text = useTexts(peopleTexts)
  const problem = reply?.form?.error?.reason?.[0]
  const ofRole = reply?.form?.error?.role ?? undefined
  const typed = (name: string) => {
    const value = reply?.form?.initialValue?.[name]
    return typeof value === "string" && !reply?.done ? value : undefined
  }
  const ofEmail = reply?.form?.error?.email ?? undefined
  const open = [problem, ofRole, ofEmail, reply?.form?.error?.asked].some((error) => error !== undefined)
  return (
    <Disclosure className="max-sm:mt-1" opens={open}>
      <summary className="w-fit cursor-pointer py-1.5 text-sm font-semibold text-primary-text sm:absolute sm:top-5 sm:right-5">
        {text.change}
      </summary>
      <div className="grid gap-6 pt-3 sm:grid-cols-2">
        {person.role === "guardian" ? null : (
          <Form method="post" preventScrollReset className="grid content-start gap-3">
            <Who person={person} />
            <Field label={text.newRole} errors={ofRole}>
              <SelectInput
                name="role"
                defaultValue={person.role ?? ""}
                options={(["student", "instructor", "office", "admin"] as const).map((value) => ({
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
        {person.role === "student" || person.role === "instructor" ? (
          <Form method="post" preventScrollReset className="grid content-start gap-3">
            <Who person={person} />
            <Field label={text.email} hint={text.emailHint(!person.joined)} errors={ofEmail}>
              <TextInput
                name="email"
                type="email"
                required
                maxLength={254}
                autoComplete="off"
                defaultValue={typed("email") ?? person.email}
              />
            </Field>
            <div>
              <Button type="submit" name="intent" value="email" size="sm" variant="secondary" busy={busy}>
                {text.correctEmail}
              </Button>
            </div>
          </Form>
        ) : null}
        {person.password_link ? (
          <AskedForm intent="password-link" person={person} busy={busy} reply={reply} />
        ) : null}
        {person.two_step ? (
          <AskedForm intent="reset-two-step" person={person} busy={busy} reply={reply} />
        ) : null}
      </div>
    </Disclosure>
  )
}
