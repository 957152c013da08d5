import { Form, useNavigation } from "react-router"
import notices from "#content/consent-notices.json" with { type: "json" }
import type { Consent } from "#contract/guardians.ts"
import { formatInstant } from "#shared/time.ts"
import { Badge } from "#ui/badge.tsx"
import { Button } from "#ui/button.tsx"
import { accountText } from "./account.text.ts"

const text = accountText.consents

export type NoticeLanguage = "en" | "hi"

interface ConsentListProps {
  consents: Consent[]
  /** Whose they are; posted with each choice. */
  studentId: string
  language: NoticeLanguage
  zone: string
  /** Whoever decides sees the buttons. */
  decides: boolean
}

/** Each purpose with its notice, how it stands, and its own button: none stands for another. */
export function ConsentList({ consents, studentId, language, zone, decides }: ConsentListProps) {
  return (
    <ul className="divide-y divide-line border-t border-line" lang={language}>
      {consents.map((consent) => (
        <ConsentLine
          key={consent.purpose}
          consent={consent}
          studentId={studentId}
          language={language}
          zone={zone}
          decides={decides}
        />
      ))}
    </ul>
  )
}

type LineProps = Omit<ConsentListProps, "consents"> & { consent: Consent }

function ConsentLine({ consent, studentId, language, zone, decides }: LineProps) {
  const { purpose, given } = consent
  const { formData } = useNavigation()
  const busy = formData?.get("purpose") === purpose && formData.get("student_id") === studentId
  const notice = notices[purpose].at(-1)
  if (!notice) return null
  const words = notice[language]
  return (
    <li className="grid gap-3 py-5 last:pb-0" data-consent={purpose}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="font-semibold">{words.title}</h3>
        <Badge tone={given ? "success" : "neutral"}>{given ? text.given : text.notGiven}</Badge>
      </div>
      <p className="max-w-prose text-[0.9375rem] text-ink-muted">{words.text}</p>
      {consent.given_at ? (
        <p className="text-sm text-ink-muted" lang="en">
          {text.given} {text.since} {formatInstant(consent.given_at, zone)}
          {consent.how === "paper" ? `, ${text.byPaper}` : null}
        </p>
      ) : null}
      {decides ? (
        <Form method="post" preventScrollReset lang="en">
          <input type="hidden" name="student_id" value={studentId} />
          <input type="hidden" name="purpose" value={purpose} />
          <input type="hidden" name="given" value={given ? "" : "on"} />
          <input type="hidden" name="notice_version" value={notice.version} />
          <input type="hidden" name="language" value={language} />
          <Button
            type="submit"
            name="intent"
            value="consent"
            size="sm"
            variant={given ? "secondary" : "primary"}
            busy={busy}
            aria-label={`${given ? text.withdraw : text.give}: ${words.title}`}
          >
            {given ? text.withdraw : text.give}
          </Button>
        </Form>
      ) : null}
    </li>
  )
}
