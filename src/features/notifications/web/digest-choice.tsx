import { Field, SelectInput } from "#ui/forms/field.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { noticesTexts } from "./notices.texts.ts"

type Shown = {
  email: string
  phone: string | null
  whatsapp: boolean
  push: { endpoints: readonly string[] }
  digest_weekday?: number | null | undefined
}

/** On which evening a guardian gets a digest, if any. */
export function DigestChoice({ preferences }: { preferences: Shown }) {
  const text = useTexts(noticesTexts).preferences
  const weekdays = useWeekdays()
  return (
    <Field
      label={text.digest}
      hint={canGetDigest(preferences) ? text.digestText : text.digestNeeds}
      className="max-w-xl"
    >
      <SelectInput
        name="digest_weekday"
        // One that reaches nobody any more can still be switched off.
        disabled={!canGetDigest(preferences) && !preferences.digest_weekday}
        defaultValue={String(preferences.digest_weekday ?? 0)}
        options={[
          { value: "0", label: text.digestOff },
          ...weekdays.map((name, at) => ({ value: String(at + 1), label: text.digestOn(name) })),
        ]}
      />
    </Field>
  )
}

/** A digest goes by mail, by push or by WhatsApp. */
function canGetDigest({ email, push, whatsapp, phone }: Shown): boolean {
  return email !== "" || push.endpoints.length > 0 || (whatsapp && phone !== null)
}

/** The names of the days of the week from Monday on. */
function useWeekdays(): string[] {
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[useLanguage()], { weekday: "long", timeZone: "UTC" })
  // A Monday.
  return Array.from({ length: 7 }, (_, at) => format.format(Date.UTC(2026, 0, 5 + at)))
}
