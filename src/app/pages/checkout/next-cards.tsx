import { Card } from "#ui/components/card.tsx"
import { Summary } from "#ui/components/summary.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/checkout.page.ts"
import { changeTexts } from "./change/change.texts.ts"
import { checkoutTexts } from "./checkout.texts.ts"
import { TermLines } from "./term-lines.tsx"
import { upiTexts } from "./upi.texts.ts"

const MINUTES_A_DAY = 1_440

type NextCardsProps = {
  loaded: Route.ComponentProps["loaderData"]
  /** Whether nothing is left to pay. */
  isPaid: boolean
}

/** What happens once it is paid, and what is included. */
export function NextCards({ loaded, isPaid }: NextCardsProps) {
  const text = useTexts(checkoutTexts)
  const changes = useTexts(changeTexts)
  const { term, included, refund_days } = loaded
  return (
    <>
      <Card title={text.next}>
        <ul className="grid list-disc gap-1.5 pl-5 text-[0.9375rem]">
          {loaded.isFull ? <li>{text.fullNow}</li> : null}
          {isPaid ? (
            <li>{loaded.change ? changes.nothingToPay : text.nothingToPay}</li>
          ) : (
            <Paying loaded={loaded} />
          )}
          {term ? (
            <TermLines term={term} />
          ) : (
            <li>{refund_days > 0 ? text.refund(refund_days) : text.noRefund}</li>
          )}
        </ul>
      </Card>
      <Card>
        <details className="text-[0.9375rem]">
          <Summary>{term ? text.plans.includes : text.included}</Summary>
          <ul className="grid list-disc gap-1.5 pt-2 pl-5">
            {included.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </details>
      </Card>
    </>
  )
}

function Paying({ loaded: { provider, hold_minutes } }: Pick<NextCardsProps, "loaded">) {
  const text = useTexts(checkoutTexts)
  const upi = useTexts(upiTexts)
  if (provider === "upi")
    return (
      <>
        <li>{upi.byUpi}</li>
        <li>{upi.keptDays(hold_minutes / MINUTES_A_DAY)}</li>
        <li>{upi.approvedFirst}</li>
      </>
    )
  return (
    <>
      {provider === "trial" ? <li>{text.trial}</li> : null}
      <li>{text.kept(hold_minutes)}</li>
      <li>{text.enrolledAtOnce}</li>
    </>
  )
}
