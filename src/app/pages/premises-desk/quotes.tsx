import { Form } from "react-router"
import type { Enquiry } from "#contract/premises/desk.ts"
import { enquiryPath } from "#features/premises/paths.ts"
import { QuoteLines } from "#features/premises/web/quote-lines.card.tsx"
import { formatDateIn } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { premisesDeskTexts } from "./desk.texts.ts"

const TONES = { sent: "primary", accepted: "success", declined: "neutral", withdrawn: "neutral" } as const

/** The quotes of an enquiry, the newest first. */
export function Quotes({ enquiry }: { enquiry: Enquiry }) {
  const text = useTexts(premisesDeskTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const date = (on: string) => formatDateIn(tag, on)
  return enquiry.quotes.map((quote) => (
    <Card
      key={quote.id}
      title={quote.title}
      description={`${text.one.number(quote.number, date(quote.sent_on))} · ${text.one.until(date(quote.valid_until))}`}
      action={
        <Badge tone={quote.expired ? "warning" : TONES[quote.state]}>
          {quote.expired ? text.expired : text.one.states[quote.state]}
        </Badge>
      }
    >
      <div className="grid gap-5">
        {quote.state === "withdrawn" ? null : <QuoteLines quote={quote} />}
        {quote.answer_note ? <p>{text.one.because(quote.answer_note)}</p> : null}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          {(["en", "hi"] as const).map((language) => (
            <a
              key={language}
              href={`${enquiryPath(enquiry.id)}/${quote.id}?in=${language}`}
              className={linkClass}
            >
              {text.one.pdf[language]}
            </a>
          ))}
          {quote.state === "sent" && !quote.expired ? (
            <Form method="post">
              <input type="hidden" name="quote_id" value={quote.id} />
              <Button type="submit" name="intent" value="resend" variant="secondary" size="sm">
                {text.one.resend}
              </Button>
            </Form>
          ) : null}
        </div>
      </div>
    </Card>
  ))
}
