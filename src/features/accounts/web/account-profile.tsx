import { Form, Link } from "react-router"
import lists from "#content/option-lists.json" with { type: "json" }
import type { Profile } from "#contract/account.ts"
import { formatBirthDate } from "#shared/time.ts"
import { Badge } from "#ui/badge.tsx"
import { Card } from "#ui/card.tsx"
import { Checkbox, Field, SelectInput, TextInput } from "#ui/field.tsx"
import { FormError } from "#ui/form-error.tsx"
import { checkboxProps, inputProps, selectProps } from "#ui/form-props.ts"
import { useForm } from "#ui/use-form.ts"
import { accountText } from "./account.text.ts"
import { type AccountReply, Submit, useOwnForm } from "./account-forms.tsx"
import { accountsText } from "./accounts.text.ts"
import { linkClass, NameFields, PhoneField } from "./form-pieces.tsx"

interface CardProps {
  profile: Profile
  reply: AccountReply | undefined
}

type ProfileFields = {
  first_name: string
  last_name: string
  phone?: string
  grade?: string
  curriculum?: string
}

/** The person's own name, phone and, for students, school. */
export function ProfileCard({ profile, reply }: CardProps) {
  const text = accountText.profile
  const { lastResult, sending } = useOwnForm("profile", reply)
  const [form, fields] = useForm<ProfileFields>({
    id: "profile",
    lastResult,
    defaultValue: {
      first_name: profile.first_name,
      last_name: profile.last_name,
      phone: profile.phone ?? "",
      grade: profile.grade ?? "",
      curriculum: profile.curriculum ?? "",
    },
  })
  const { fields: labels } = accountsText
  return (
    <Card title={text.title} description={text.text}>
      <Form method="post" id={form.id} className="grid gap-5">
        <FormError id={form.errorId} issues={form.errors} title={accountText.error} />
        <NameFields first={fields.first_name} last={fields.last_name} />
        {profile.role === "guardian" ? (
          <Field label={text.phone} hint={text.guardianPhone}>
            <TextInput value={profile.phone ?? ""} readOnly disabled />
          </Field>
        ) : (
          <PhoneField field={fields.phone} optional />
        )}
        {profile.role === "student" ? (
          <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
            <Field label={labels.curriculum} field={fields.curriculum} optional>
              <SelectInput
                {...selectProps(fields.curriculum)}
                options={withOwn(lists.registrationCurricula, profile.curriculum)}
                placeholder={labels.chooseCurriculum}
              />
            </Field>
            <Field label={labels.grade} field={fields.grade} optional>
              <SelectInput
                {...selectProps(fields.grade)}
                options={withOwn(lists.grades, profile.grade)}
                placeholder={labels.chooseGrade}
              />
            </Field>
          </div>
        ) : null}
        {profile.role === "student" ? <BirthDate profile={profile} /> : null}
        <Submit intent="profile" sending={sending} />
      </Form>
    </Card>
  )
}

/** Shown and not changed here: the office corrects it, because it decides about consent. */
function BirthDate({ profile }: { profile: Profile }) {
  const text = accountText.profile
  const { date_of_birth, date_of_birth_claimed: claimed } = profile
  const hint = claimed ? text.claimedHint(formatBirthDate(claimed)) : text.dateOfBirthHint
  return (
    <Field label={text.dateOfBirth} hint={hint}>
      <TextInput value={date_of_birth ? formatBirthDate(date_of_birth) : ""} readOnly disabled />
    </Field>
  )
}

type Option = { value: string; label: string }

/** The list, with what was typed as free text at the sign-up portal kept among it. */
function withOwn(options: readonly Option[], own: string | null): readonly Option[] {
  if (!own || options.some((option) => option.value === own)) return options
  return [{ value: own, label: own }, ...options]
}

type ContactFields = { parent_name?: string; parent_phone?: string; sms_notifications_enabled: boolean }

/** A student's guardian contact. A confirmed guardian of a minor keeps it themselves. */
export function ContactsCard({ profile, reply }: CardProps) {
  const text = accountText.contacts
  const { lastResult, sending } = useOwnForm("contacts", reply)
  const [form, fields] = useForm<ContactFields>({
    id: "contacts",
    lastResult,
    defaultValue: {
      parent_name: profile.parent_name ?? "",
      parent_phone: profile.parent_phone ?? "",
      sms_notifications_enabled: profile.sms_notifications_enabled ? "on" : undefined,
    },
  })
  const badge = profile.parent_phone ? (
    <Badge tone={profile.parent_phone_confirmed ? "success" : "warning"}>
      {profile.parent_phone_confirmed ? text.confirmed : text.unconfirmed}
    </Badge>
  ) : null
  if (profile.guardian_decides) {
    return (
      <Card title={text.title} description={text.decided} action={badge}>
        <p className="font-semibold">{profile.parent_name}</p>
      </Card>
    )
  }
  return (
    <Card title={text.title} description={text.text} action={badge}>
      <Form method="post" id={form.id} className="grid gap-5">
        <FormError id={form.errorId} issues={form.errors} title={accountText.error} />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <Field label={text.name} field={fields.parent_name} optional={!profile.under_18}>
            <TextInput {...inputProps(fields.parent_name)} required={profile.under_18} maxLength={120} />
          </Field>
          <Field label={text.phone} field={fields.parent_phone} optional={!profile.under_18}>
            <TextInput
              {...inputProps(fields.parent_phone, { type: "tel" })}
              required={profile.under_18}
              maxLength={20}
              inputMode="tel"
            />
          </Field>
        </div>
        <Checkbox
          {...checkboxProps(fields.sms_notifications_enabled)}
          field={fields.sms_notifications_enabled}
          label={text.sms}
        />
        {profile.parent_phone && !profile.parent_phone_confirmed ? (
          <Link to="/account/guardian" className={`${linkClass} text-[0.9375rem]`}>
            {text.more}
          </Link>
        ) : null}
        <Submit intent="contacts" sending={sending} />
      </Form>
    </Card>
  )
}

type PreferenceFields = { language: string; marketing_opt_out: boolean }

/** The language of messages, and news or none. */
export function PreferencesCard({ profile, reply }: CardProps) {
  const text = accountText.preferences
  const { lastResult, sending } = useOwnForm("preferences", reply)
  const [form, fields] = useForm<PreferenceFields>({
    id: "preferences",
    lastResult,
    defaultValue: {
      language: profile.language,
      marketing_opt_out: profile.marketing_opt_out ? "on" : undefined,
    },
  })
  return (
    <Card title={text.title}>
      <Form method="post" id={form.id} className="grid gap-5">
        <Field label={text.language} field={fields.language} className="sm:max-w-xs">
          <SelectInput
            {...selectProps(fields.language)}
            options={[
              { value: "en", label: text.english },
              { value: "hi", label: text.hindi },
            ]}
          />
        </Field>
        {profile.under_18 ? (
          <p className="text-[0.9375rem] text-ink-muted">{text.child}</p>
        ) : (
          <Checkbox
            {...checkboxProps(fields.marketing_opt_out)}
            field={fields.marketing_opt_out}
            label={text.noNews}
          />
        )}
        <Link to="/account/notifications" className={`${linkClass} text-[0.9375rem]`}>
          {text.notifications}
        </Link>
        <Submit intent="preferences" sending={sending} />
      </Form>
    </Card>
  )
}
