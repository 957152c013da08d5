/* The cells and rows of the table of notification settings. */

import type { NoticePreferences, NoticeTopic } from "#contract/notifications.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { noticesTexts } from "./notices.texts.ts"

/** Nothing to choose there, and a phone has no space for every channel. */
export const WIDE_ONLY = "max-sm:hidden"

export function Name({ label, hint }: { label: string; hint: string }) {
  return (
    <th scope="row" className="px-5 py-4 text-left font-normal sm:px-6">
      <span className="block font-semibold">{label}</span>
      <span className="block text-sm text-ink-muted">{hint}</span>
    </th>
  )
}

type TickProps = {
  name?: string
  label: string
  checked?: boolean
  disabled?: boolean
  /** Submits its state even while disabled, so that saving does not change it. */
  keep?: boolean
  className?: string
}

export function Tick({ name, label, checked, disabled, keep, className = "" }: TickProps) {
  return (
    <td className={`px-0.5 py-4 text-center sm:px-2 ${className}`}>
      <label className="inline-grid size-11 cursor-pointer place-items-center has-disabled:cursor-not-allowed">
        <span className="sr-only">{label}</span>
        <input
          key={String(checked)}
          type="checkbox"
          name={name}
          defaultChecked={checked}
          disabled={disabled}
          className="size-5"
        />
      </label>
      {disabled && keep && checked ? <input type="hidden" name={name} value="on" /> : null}
    </td>
  )
}

/** Submits a choice that is not shown, so that saving does not change it. */
export function Kept({ name, on }: { name: string; on: boolean }) {
  return on ? (
    <td hidden>
      <input type="hidden" name={name} value="on" />
    </td>
  ) : null
}

type RowProps = {
  topic: NoticeTopic
  preferences: Pick<NoticePreferences, "topics"> & { email: string; phone: string | null; whatsapp: boolean }
  /** The reader is a guardian, who is told about children. */
  ofChildren: boolean
}

/** By which channels the reader gets notices on one topic. */
export function TopicRow({ topic, preferences, ofChildren }: RowProps) {
  const texts = useTexts(noticesTexts)
  const text = texts.preferences
  const { label, hint } = (ofChildren && texts.ofChildren[topic]) || texts.topics[topic]
  const chosen = preferences.topics[topic]
  const noPhone = preferences.phone === null
  // Guardians are reminded, and told of arrivals, by the channels they choose, and not in the bell.
  const inApp = !(ofChildren && (topic === "reminders" || topic === "arrivals"))
  return (
    <tr className="border-b border-line last:border-b-0">
      <Name label={label} hint={hint} />
      <Tick
        label={inApp ? text.inAppAlways(label) : text.inAppNever(label)}
        checked={inApp}
        disabled
        className={WIDE_ONLY}
      />
      <Tick name={`${topic}_push`} label={text.byPush(label)} checked={chosen.push} />
      {preferences.whatsapp ? (
        <Tick
          name={`${topic}_whatsapp`}
          label={text.byWhatsapp(label)}
          checked={chosen.whatsapp}
          disabled={noPhone}
          keep
        />
      ) : (
        <Kept name={`${topic}_whatsapp`} on={chosen.whatsapp} />
      )}
      {topic === "absences" ? (
        <>
          <Tick label={text.byEmailNever(label)} disabled />
          <Tick label={text.bySmsAtLast(label)} checked disabled />
        </>
      ) : (
        <>
          <Tick
            name={`${topic}_email`}
            label={text.byEmail(label)}
            checked={chosen.email}
            disabled={preferences.email === ""}
            keep
          />
          <Tick
            name={`${topic}_sms`}
            label={text.bySms(label)}
            checked={chosen.sms}
            disabled={noPhone}
            keep
          />
        </>
      )}
    </tr>
  )
}
