import { Form, Link, useNavigation } from "react-router"
import { z } from "zod"
import { NOTICE_TOPICS, type NoticePreferences } from "#contract/notifications.ts"
import { pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { Button } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { Field, SelectInput } from "#ui/field.tsx"
import { Page, PageHeader } from "#ui/page.tsx"
import { useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/preferences.page.ts"
import { TOPIC_TEXTS } from "./notices.text.ts"

export function meta() {
  return [{ title: "Notification settings" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  return {
    preferences: await page.api.notifications.preferences(),
    isStudent: viewer.role === "student",
    // The names travel with the data, so that the contract stays out of the browser.
    topics: [...NOTICE_TOPICS],
  }
}

const ticked = z.literal("on").optional()
const Choices = z.object({
  language: z.enum(["en", "hi"], "Choose a language"),
  ...Object.fromEntries(
    NOTICE_TOPICS.flatMap((topic) => [
      [`${topic}_email`, ticked],
      [`${topic}_sms`, ticked],
    ]),
  ),
})

export function action(args: Route.ActionArgs) {
  requireViewer(args.context.get(pageRequest), args.request)
  return serveForm(args, Choices, async (value, { api }) => {
    const given = value as Record<string, unknown>
    const topics = Object.fromEntries(
      NOTICE_TOPICS.map((topic) => [
        topic,
        { email: given[`${topic}_email`] === "on", sms: given[`${topic}_sms`] === "on" },
      ]),
    ) as NoticePreferences["topics"]
    await api.notifications.setPreferences({ language: value.language, topics })
    return { tone: "success", title: "Your choice is kept" }
  })
}

export default function Preferences({ loaderData, actionData }: Route.ComponentProps) {
  const { preferences, isStudent, topics } = loaderData
  const busy = useNavigation().state === "submitting"
  useFlash(actionData?.toast)
  return (
    <Page width="reading">
      <PageHeader
        title="Notification settings"
        description="Everything is in the bell. Choose what else reaches you, and how."
        back={{ to: "/notifications", label: "Notifications" }}
      />
      <Form method="post" className="grid gap-8">
        <Card flush>
          <table className="w-full text-[0.9375rem]">
            <caption className="sr-only">What you are told, by which way</caption>
            <thead>
              <tr className="border-b border-line text-sm text-ink-muted">
                <th scope="col" className="px-5 py-3 text-left font-semibold sm:px-6">
                  What
                </th>
                <th scope="col" className="w-16 px-2 py-3 font-semibold sm:w-24">
                  In app
                </th>
                <th scope="col" className="w-16 px-2 py-3 font-semibold sm:w-24">
                  E-mail
                </th>
                <th scope="col" className="w-16 px-2 py-3 font-semibold sm:w-24">
                  SMS
                </th>
              </tr>
            </thead>
            <tbody>
              {topics.map((topic) => {
                const { label, hint } = TOPIC_TEXTS[topic]
                const chosen = preferences.topics[topic]
                return (
                  <tr key={topic} className="border-b border-line last:border-b-0">
                    <Name label={label} hint={hint} />
                    <Tick label={`${label} in app, always`} checked disabled />
                    <Tick name={`${topic}_email`} label={`${label} by e-mail`} checked={chosen.email} />
                    <Tick
                      name={`${topic}_sms`}
                      label={`${label} by SMS`}
                      checked={chosen.sms}
                      disabled={preferences.phone === null}
                      keep
                    />
                  </tr>
                )
              })}
              <tr>
                <Name label="Account and security" hint="Codes, password changes, new sign-ins." />
                <Tick label="Account and security in app, never" disabled />
                <Tick label="Account and security by e-mail, always" checked disabled />
                <Tick label="Account and security by SMS, never" disabled />
              </tr>
            </tbody>
          </table>
        </Card>
        <Where email={preferences.email} phone={preferences.phone} isStudent={isStudent} />
        <Field label="Language of mails and messages" className="max-w-xs">
          <SelectInput
            name="language"
            defaultValue={preferences.language}
            options={[
              { value: "en", label: "English" },
              { value: "hi", label: "हिन्दी (Hindi)" },
            ]}
          />
        </Field>
        <div>
          <Button type="submit" busy={busy} busyLabel="Saving...">
            Save
          </Button>
        </div>
      </Form>
    </Page>
  )
}

function Name({ label, hint }: { label: string; hint: string }) {
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
  /** Sends its state also while it can't be changed, so that saving does not change it. */
  keep?: boolean
}

function Tick({ name, label, checked, disabled, keep }: TickProps) {
  return (
    <td className="px-2 py-4 text-center">
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

function Where({ email, phone, isStudent }: { email: string; phone: string | null; isStudent: boolean }) {
  return (
    <div className="grid gap-2 text-[0.9375rem] text-ink-muted">
      <p>
        E-mails go to <strong className="font-semibold text-ink">{email}</strong>.{" "}
        {phone ? (
          <>
            Texts go to <strong className="font-semibold text-ink">{phone}</strong>, between 9:00 and 21:00
            unless a class starts earlier.
          </>
        ) : (
          <>
            For texts, add a phone number to{" "}
            <Link to="/account" className="font-semibold text-primary-text underline underline-offset-4">
              your account
            </Link>
            .
          </>
        )}
      </p>
      {isStudent ? <p>Whether your parents are told of absences is a setting of your account.</p> : null}
    </div>
  )
}
