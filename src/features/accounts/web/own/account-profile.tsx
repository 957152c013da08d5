import { Form } from "react-router"
import lists from "#content/option-lists.json" with { type: "json" }
import type { Profile } from "#contract/accounts/account.ts"
import { formatBirthDate } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Card } from "#ui/components/card.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { Checkbox, Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { checkboxProps, inputProps, selectProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { accountsTexts } from "../accounts.texts.ts"
import { NameFields, PhoneField } from "../form-pieces.tsx"
import { namedBy, withOwn } from "../named-options.ts"
import { accountTexts } from "./account.texts.ts"
import { type AccountReply, Submit, useOwnForm } from "./account-forms.tsx"

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
  const { profile: text, error } = useTexts(accountTexts)
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
  const { fields: labels } = useTexts(accountsTexts)
  return (
    <Card title={text.title} description={text.text}>
      <Form method="post" id={form.id} className="grid gap-5">
        <FormError id={form.errorId} issues={form.errors} title={error} />
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
                options={namedBy(
                  labels.curriculumName,
                  withOwn(lists.registrationCurricula, profile.curriculum),
                )}
                placeholder={labels.chooseCurriculum}
              />
            </Field>
            <Field label={labels.grade} field={fields.grade} optional>
              <SelectInput
                {...selectProps(fields.grade)}
                options={namedBy(labels.gradeName, withOwn(lists.grades, profile.grade))}
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

/** Read-only: the office corrects the date of birth, because it decides about consent. */
function BirthDate({ profile }: { profile: Profile }) {
  const text = useTexts(accountTexts).profile
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { date_of_birth, date_of_birth_claimed: claimed } = profile
  const hint = claimed ? text.claimedHint(formatBirthDate(claimed, tag)) : text.dateOfBirthHint
  return (
    <Field label={text.dateOfBirth} hint={hint}>
      <TextInput value={date_of_birth ? formatBirthDate(date_of_birth, tag) : ""} readOnly disabled />
    </Field>
  )
}

type ContactFields = { parent_name?: string; parent_phone?: string; sms_notifications_enabled: boolean }

/** A student's guardian contact. A minor's confirmed guardian edits it themselves. */
export function ContactsCard({ profile, reply }: CardProps) {
  const { contacts: text, error } = useTexts(accountTexts)
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
        <FormError id={form.errorId} issues={form.errors} title={error} />
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

/** The language of messages, and whether to get news. */
export function PreferencesCard({ profile, reply }: CardProps) {
  const text = useTexts(accountTexts).preferences
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
