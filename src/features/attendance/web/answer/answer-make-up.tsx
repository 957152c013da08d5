import { Form } from "react-router"
import type { AskedChild } from "#contract/attendance/absence-answers.ts"
import { formatTimeIn } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useSaidStart, useWritten } from "#ui/said-time.ts"
import { answerTexts } from "./answer.texts.ts"

/** The seats that make up for a missed class, or the one that was taken. */
export function MakeUp({ child, open }: { child: AskedChild; open: boolean }) {
  const text = useTexts(answerTexts)
  const said = useSaidStart()
  const { date: short } = useWritten()
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { given, offers, first_name } = child
  if (!given) return null
  const { make_up } = given
  if (make_up) {
    const when = [short(make_up.scheduled_date), formatTimeIn(tag, make_up.start_time)] as const
    return <p className="font-semibold">{text.taken(first_name, make_up.title, ...when)}</p>
  }
  if (!open) return null
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-semibold">{text.makeUp}</h2>
      {offers.length === 0 ? <p className="text-ink-muted">{text.noOffers}</p> : null}
      {offers.length > 0 ? <p className="text-ink-muted">{text.makeUpText(first_name)}</p> : null}
      <ul className="grid gap-3">
        {offers.map((offer) => (
          <li key={offer.class_id} className="grid gap-3 rounded-md border border-line p-4">
            <div className="grid gap-0.5">
              <p className="font-semibold">{offer.title}</p>
              <p className="text-sm text-ink-muted">
                {said(offer)} · {text.with(offer.instructor_name)}
              </p>
            </div>
            <Form method="post">
              <input type="hidden" name="intent" value="make-up" />
              <input type="hidden" name="student_id" value={child.student_id} />
              <input type="hidden" name="class_id" value={offer.class_id} />
              <Button type="submit" variant="secondary" className="w-full">
                {text.take}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
