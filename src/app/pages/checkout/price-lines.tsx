import { Fragment } from "react"
import type { ToldPrice } from "#features/payments/bills/told-price.server.ts"
import { Summary } from "#ui/components/summary.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { checkoutTexts } from "./checkout.texts.ts"

/** What is paid, line by line, with the tax in it and the reason for each step. */
export function PriceLines({ price, isPaid = false }: { price: ToldPrice; isPaid?: boolean }) {
  const text = useTexts(checkoutTexts)
  const rest = isPaid ? text.restPaid : text.leftToPay
  return (
    <div className="grid gap-4">
      <dl className="grid gap-2.5 text-[0.9375rem]">
        {price.lines.map((line) => (
          <Fragment key={line.at}>
            <Row name={line.name} amount={line.amount} />
            {line.offs.map((off) => (
              <Row key={off.name} name={off.name} amount={off.amount} muted />
            ))}
          </Fragment>
        ))}
        {price.exchange ? <Row name={price.exchange.name} amount={price.exchange.amount} muted /> : null}
        {price.credit ? <Row name={price.credit.name} amount={price.credit.amount} muted /> : null}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3">
          <dt className="font-semibold">{price.credit || price.exchange ? rest : text.total}</dt>
          <dd className="text-xl font-semibold tabular-nums">
            {price.total}{" "}
            <span className="text-sm font-normal text-ink-muted">
              {price.taxed ? text.taxIncluded : text.noTax}
            </span>
          </dd>
        </div>
      </dl>
      {price.taxes.length > 0 ? (
        <details className="text-[0.9375rem]">
          <Summary>{text.taxLines}</Summary>
          <dl className="grid gap-1.5 pt-1">
            {price.taxes.map(({ name, amount }) => (
              <Row key={name} name={name} amount={amount} muted />
            ))}
          </dl>
        </details>
      ) : null}
      <details className="text-[0.9375rem]">
        <Summary>{text.why}</Summary>
        <ol className="grid list-decimal gap-1 pt-1 pl-5 text-ink-muted">
          {price.why.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </details>
    </div>
  )
}

function Row({ name, amount, muted = false }: { name: string; amount: string; muted?: boolean }) {
  return (
    <div className={muted ? "flex justify-between gap-4 text-ink-muted" : "flex justify-between gap-4"}>
      <dt>{name}</dt>
      <dd className="shrink-0 tabular-nums">{amount}</dd>
    </div>
  )
}
