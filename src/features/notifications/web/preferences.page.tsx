import { Form, useNavigation } from "react-router"
import { z } from "zod"
import { NOTICE_TOPICS, type NoticePreferences, type NoticeTopic } from "#contract/notifications.ts"
import type { Role } from "#shared/roles.ts"
import { pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/preferences.page.ts"
import { bellTexts } from "./bell.texts.ts"
import { DigestChoice } from "./digest-choice.tsx"
import { noticesTexts } from "./notices.texts.ts"
import { Kept, Name, Tick, TopicRow, WIDE_ONLY } from "./preference-cells.tsx"
import { PushDevice } from "./push/push-device.tsx"

export const handle = { translated: true }

const COLUMN = "w-12 px-0.5 py-3 font-semibold sm:w-20 sm:px-2"

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: noticesTexts[languageOf(matches)].preferences.title }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  return {
    preferences: await page.api.notifications.preferences(),
    isStudent: viewer.role === "student",
    isGuardian: viewer.role === "guardian",
    // Topic names are part of the data, to keep the contract out of the browser.
    topics: NOTICE_TOPICS.filter((topic) => isToldOf(topic, viewer.role)),
    others: NOTICE_TOPICS.filter((topic) => !isToldOf(topic, viewer.role)),
  }
}

/** What parents are told of: their children's classes, and what they buy. */
const OF_PARENTS: readonly NoticeTopic[] = [
  "class_changes",
  "demo_requests",
  "absences",
  "arrivals",
  "reminders",
  "payments",
]

/** What nobody else is told of. */
const OF_PARENTS_ALONE: readonly NoticeTopic[] = ["absences", "arrivals"]

/** Whether people of a role get messages on a topic at all. */
function isToldOf(topic: NoticeTopic, role: Role | null): boolean {
  return role === "guardian" ? OF_PARENTS.includes(topic) : !OF_PARENTS_ALONE.includes(topic)
}

const ticked = z.literal("on").optional()
const Choices = z.object({
  language: z.enum(["en", "hi"], "Choose a language"),
  digest_weekday: z.enum(["0", "1", "2", "3", "4", "5", "6", "7"]).optional(),
  ...Object.fromEntries(
    NOTICE_TOPICS.flatMap((topic) => [
      [`${topic}_push`, ticked],
      [`${topic}_whatsapp`, ticked],
      [`${topic}_email`, ticked],
      [`${topic}_sms`, ticked],
    ]),
  ),
})

export function action(args: Route.ActionArgs) {
  requireViewer(args.context.get(pageRequest), args.request)
  return serveForm(args, Choices, async (value, { api, language }) => {
    const given = value as Record<string, unknown>
    const topics = Object.fromEntries(
      NOTICE_TOPICS.map((topic) => [
        topic,
        {
          push: given[`${topic}_push`] === "on",
          whatsapp: given[`${topic}_whatsapp`] === "on",
          email: given[`${topic}_email`] === "on",
          sms: given[`${topic}_sms`] === "on",
        },
      ]),
    ) as NoticePreferences["topics"]
    const { digest_weekday: day } = value
    await api.notifications.setPreferences({
      ...{ language: value.language, topics },
      ...(day !== undefined && { digest_weekday: day === "0" ? null : Number(day) }),
    })
    return { tone: "success", title: noticesTexts[language].preferences.saved }
  })
}

export default function Preferences({ loaderData, actionData }: Route.ComponentProps) {
  const bell = useTexts(bellTexts)
  const texts = useTexts(noticesTexts)
  const text = texts.preferences
  const { preferences, isStudent, isGuardian, topics, others } = loaderData
  const busy = useNavigation().state === "submitting"
  useFlash(actionData?.toast)
  return (
    <Page width="reading">
      <PageHeader
        title={text.title}
        description={text.text}
        back={{ to: "/notifications", label: bell.title }}
      />
      <PushDevice pushKey={preferences.push.key} endpoints={preferences.push.endpoints} />
      <Form method="post" className="grid gap-8">
        <Card flush>
          <table className="w-full text-[0.9375rem]">
            <caption className="sr-only">{text.caption}</caption>
            <thead>
              <tr className="border-b border-line text-sm text-ink-muted">
                <th scope="col" className="px-5 py-3 text-left font-semibold sm:px-6">
                  {text.what}
                </th>
                <th scope="col" className={`${COLUMN} ${WIDE_ONLY}`}>
                  {text.inApp}
                </th>
                <th scope="col" className={COLUMN}>
                  {text.push}
                </th>
                {preferences.whatsapp ? (
                  <th scope="col" className={COLUMN}>
                    {text.whatsapp}
                  </th>
                ) : null}
                <th scope="col" className={COLUMN}>
                  {text.email}
                </th>
                <th scope="col" className={COLUMN}>
                  {text.sms}
                </th>
              </tr>
            </thead>
            <tbody>
              {topics.map((topic) => (
                <TopicRow key={topic} topic={topic} preferences={preferences} ofChildren={isGuardian} />
              ))}
              {others.map((topic) => (
                <tr key={topic} hidden>
                  {(["push", "whatsapp", "email", "sms"] as const).map((channel) => (
                    <Kept
                      key={channel}
                      name={`${topic}_${channel}`}
                      on={preferences.topics[topic][channel]}
                    />
                  ))}
                </tr>
              ))}
              <tr>
                <Name label={text.security} hint={text.securityHint} />
                <Tick label={text.inAppNever(text.security)} disabled className={WIDE_ONLY} />
                <Tick label={text.byPushNever(text.security)} disabled />
                {preferences.whatsapp ? <Tick label={text.byWhatsappNever(text.security)} disabled /> : null}
                <Tick label={text.byEmailAlways(text.security)} checked disabled />
                <Tick label={text.bySmsNever(text.security)} disabled />
              </tr>
            </tbody>
          </table>
        </Card>
        <Where email={preferences.email} phone={preferences.phone} isStudent={isStudent} />
        {isGuardian ? <DigestChoice preferences={preferences} /> : null}
        <Field label={text.language} className="max-w-xs">
          <SelectInput
            name="language"
            defaultValue={preferences.language}
            options={[
              { value: "en", label: text.english },
              { value: "hi", label: text.hindi },
            ]}
          />
        </Field>
        <div>
          <Button type="submit" busy={busy} busyLabel={text.saving}>
            {text.save}
          </Button>
        </div>
      </Form>
    </Page>
  )
}

function Where({ email, phone, isStudent }: { email: string; phone: string | null; isStudent: boolean }) {
  const text = useTexts(noticesTexts).preferences
  const [emails, afterEmail] = text.emailsTo
  const [texts, afterPhone] = text.textsTo
  const [noPhone, account, afterAccount] = text.noPhone
  return (
    <div className="grid gap-2 text-[0.9375rem] text-ink-muted">
      <p>
        {email ? (
          <>
            {emails} <strong className="font-semibold text-ink">{email}</strong>
            {afterEmail}
          </>
        ) : (
          text.noEmail
        )}{" "}
        {phone ? (
          <>
            {texts} <strong className="font-semibold text-ink">{phone}</strong>
            {afterPhone}
          </>
        ) : (
          <>
            {noPhone}{" "}
            <Link to="/account" className="font-semibold text-primary-text underline underline-offset-4">
              {account}
            </Link>
            {afterAccount}
          </>
        )}
      </p>
      {isStudent ? <p>{text.parents}</p> : null}
    </div>
  )
}
