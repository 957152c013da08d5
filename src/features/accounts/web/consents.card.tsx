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
  /** The texts for a guardian speak of the child, those for an adult of themself. */
  adult?: boolean
}

/** What an adult is told of and not asked. */
const TOLD = ["live_classes", "recording"]

/** Each purpose with its notice, how it stands, and its own button. */
export function ConsentList({ consents, studentId, language, zone, decides, adult }: ConsentListProps) {
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
          adult={adult ?? false}
        />
      ))}
    </ul>
  )
}

type LineProps = Omit<ConsentListProps, "consents"> & { consent: Consent }

function ConsentLine({ consent, studentId, language, zone, decides, adult }: LineProps) {
  const { purpose, given, waits_for_guardian } = consent
  const { formData } = useNavigation()
  const busy = formData?.get("purpose") === purpose && formData.get("student_id") === studentId
  const notice = notices[purpose].at(-1)
  if (!notice) return null
  const words = notice[language]
  const told = adult && TOLD.includes(purpose)
  return (
    <li className="grid gap-3 py-5 last:pb-0" data-consent={purpose}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="font-semibold">{words.title}</h3>
        {told ? null : (
          <Badge tone={waits_for_guardian ? "warning" : given ? "success" : "neutral"}>
            {waits_for_guardian ? text.waiting : given ? text.given : text.notGiven}
          </Badge>
        )}
      </div>
      <p className="max-w-prose text-[0.9375rem] text-ink-muted">{adult ? words.adult : words.text}</p>
      {waits_for_guardian ? (
        <p className="max-w-prose text-[0.9375rem] font-medium text-warning">
          {decides ? text.waitsForYou[language] : text.waitsForGuardian[language]}
        </p>
      ) : null}
      {consent.given_at && !told ? (
        <p className="text-sm text-ink-muted" lang="en">
          {text.given} {text.since} {formatInstant(consent.given_at, zone)}
          {consent.how === "paper" ? `, ${text.byPaper}` : null}
        </p>
      ) : null}
      {decides && !told ? (
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
