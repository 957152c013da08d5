import { Form, useLocation, useNavigation } from "react-router"
import notices from "#content/consent-notices.json" with { type: "json" }
import type { Profile } from "#contract/accounts/account.ts"
import type { Consent } from "#contract/guardians/consents.ts"
import { formatInstantIn } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { addressIn, LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { consentsTexts } from "./consents.texts.ts"

interface ConsentListProps {
  consents: Consent[]
  /** The student whose consents these are, posted with each choice. */
  studentId: string
  zone: string
  /** Whether the viewer decides, and so sees the buttons. */
  decides: boolean
  /** Selects the texts for an adult student. Those for a guardian speak of the child. */
  adult?: boolean
}

/** Purposes of which an adult is informed without being asked. */
const TOLD = ["live_classes", "recording"]

/** Each purpose with its notice, its state and its own button. */
export function ConsentList({ consents, studentId, zone, decides, adult }: ConsentListProps) {
  return (
    <ul className="divide-y divide-line border-t border-line">
      {consents.map((consent) => (
        <ConsentLine
          key={consent.purpose}
          consent={consent}
          studentId={studentId}
          zone={zone}
          decides={decides}
          adult={adult ?? false}
        />
      ))}
    </ul>
  )
}

type LineProps = Omit<ConsentListProps, "consents"> & { consent: Consent }

function ConsentLine({ consent, studentId, zone, decides, adult }: LineProps) {
  const text = useTexts(consentsTexts)
  const language = useLanguage()
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
          {decides ? text.waitsForYou : text.waitsForGuardian}
        </p>
      ) : null}
      {consent.given_at && !told ? (
        <p className="text-sm text-ink-muted">
          {(consent.how === "paper" ? text.givenByPaper : text.givenSince)(
            formatInstantIn(LANGUAGE_TAGS[language], consent.given_at, zone),
          )}
        </p>
      ) : null}
      {decides && !told ? (
        <Form method="post" preventScrollReset>
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

interface ConsentsCardProps {
  profile: Profile
  consents: Consent[]
  zone: string
}

/** Leads to the page in the other language, as the header does: nobody should agree to what they can't read well. */
export function OtherLanguage() {
  const text = useTexts(consentsTexts)
  const other = useLanguage() === "en" ? "hi" : "en"
  const { pathname, search } = useLocation()
  return (
    <a
      href={addressIn(other, pathname, search)}
      hrefLang={other}
      lang={LANGUAGE_TAGS[other]}
      className={`${linkClass} text-sm`}
    >
      {text.otherLanguage}
    </a>
  )
}

/** A student's consents: an adult decides, a minor only reads. */
export function ConsentsCard({ profile, consents, zone }: ConsentsCardProps) {
  const text = useTexts(consentsTexts)
  return (
    <Card
      title={text.title}
      description={profile.under_18 ? text.child : text.own}
      action={<OtherLanguage />}
    >
      <ConsentList
        consents={consents}
        studentId={profile.user_id}
        zone={zone}
        decides={!profile.under_18}
        adult={!profile.under_18}
      />
    </Card>
  )
}
