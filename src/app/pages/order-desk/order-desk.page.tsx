import { Form } from "react-router"
import type { GoodsOrder } from "#contract/shop/goods.ts"
import { AdminPage, adminMeta, officeRequest } from "#features/admin/web/admin-page.tsx"
import { GoodsCard } from "#features/shop/web/goods.card.tsx"
import { topicOfChanges } from "#shared/changes.ts"
import { newId } from "#shared/ids.ts"
import { formatPaise } from "#shared/money.ts"
import { loadNamed } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { checkoutTexts } from "../checkout/checkout.texts.ts"
import { PriceLines } from "../checkout/price-lines.tsx"
import { paidFor, tellOrder } from "../orders/order.load.ts"
import { TONES } from "../orders/order-tones.ts"
import { tellRefund } from "../orders/told-refund.server.ts"
import { TrialRefundLink, waitsAtTrialGateway } from "../orders/trial-refund.tsx"
import { shopDeskTexts } from "../shop-desk/desk.texts.ts"
import type { Route } from "./+types/order-desk.page.ts"
import { deskTexts } from "./desk.texts.ts"
import { GiveBack } from "./give-back.tsx"
import { serveDesk } from "./order-desk.act.ts"
import { DESK_PATH } from "./paths.ts"
import { RefundLine } from "./refund-line.tsx"
import { RefundRequests } from "./second-person.tsx"

export const handle = { translated: true }

export async function loader(args: Route.LoaderArgs) {
  const page = officeRequest(args)
  const desk = await loadNamed(page.api.orders.read({ order_number: args.params.number }))
  const { order, terms, ...rest } = desk
  return {
    ...rest,
    order: tellOrder(page, order),
    goods: order.course ? null : await page.api.shopDesk.goods({ order_number: args.params.number }),
    trialRefund: await waitsAtTrialGateway(page, order),
    refund: terms && tellRefund(page.language, terms, paidFor(order)),
    // One for each form that is shown, so that sending it twice is one refund.
    request_id: newId(),
    zone: page.zone,
    isAdmin: page.viewer?.role === "admin",
  }
}

/** Undoes the stage that goods were set to by mistake. */
function StageBack({ goods: { stage, lines } }: { goods: GoodsOrder }) {
  const { one: text } = useTexts(deskTexts)
  const { stages } = useTexts(shopDeskTexts)
  const isOpen = stage === "packed" || stage === "sent" || stage === "ready"
  const isDone = stage === "delivered" || stage === "collected"
  if (!isOpen && !(isDone && lines.every(({ returns }) => returns.length === 0))) return null
  return (
    <Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <input type="hidden" name="from" value={stage} />
      <Button type="submit" name="intent" value="stage-back" variant="secondary" size="sm">
        {text.stepBack(isOpen ? stages[stage] : stages.done)}
      </Button>
      <p className="text-sm text-ink-muted">{text.stepBackText}</p>
    </Form>
  )
}

export async function action(args: Route.ActionArgs) {
  officeRequest(args)
  return serveDesk(args, args.params.number)
}

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, deskTexts[languageOf(matches)].number(params.number))
}

/** One order: who paid what and why, and its refunds. */
export default function OrderDeskPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, goods, refund, trialRefund, for_staff, repeatable, request_id, zone } = loaderData
  const { requests, transfers, payouts, credits, colleagues, limit_paise, isAdmin } = loaderData
  const text = useTexts(deskTexts)
  const shared = useTexts(checkoutTexts)
  useLiveTopics(topicOfChanges(["refund.asked"], ["*"]))
  return (
    <AdminPage
      title={order.title}
      description={text.number(order.order_number)}
      back={{ to: DESK_PATH, label: text.title }}
      flash={actionData?.toast}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
        <div className="grid gap-6">
          <RefundRequests
            requests={requests}
            refund={refund}
            colleagues={colleagues}
            zone={zone}
            lastResult={actionData?.form}
          />
          {order.refunds.length > 0 ? (
            <Card title={text.one.refunds}>
              <ul className="grid gap-5">
                {order.refunds.map((one) => (
                  <RefundLine
                    key={one.id}
                    refund={one}
                    zone={zone}
                    isForStaff={for_staff.includes(one.id)}
                    isRepeatable={repeatable.includes(one.id)}
                    reference={payouts.find(({ refund_id }) => refund_id === one.id)?.reference ?? null}
                    isKept={credits.includes(one.id)}
                    claimId={transfers.find(({ refund_id }) => refund_id === one.id)?.claim_id ?? null}
                    lastResult={actionData?.form}
                  />
                ))}
              </ul>
              {trialRefund ? <TrialRefundLink /> : null}
            </Card>
          ) : null}
          <Card
            title={text.price}
            action={<Badge tone={TONES[order.state]}>{shared.states[order.state]}</Badge>}
          >
            <PriceLines price={order.price} isPaid={order.paid_at !== null} />
            {[order.term, order.pickup, order.business].map((said) =>
              said ? (
                <p key={said} className="mt-3 text-[0.9375rem]">
                  {said}
                </p>
              ) : null,
            )}
          </Card>
          {goods ? <GoodsCard goods={goods} isPaid={order.state === "paid"} /> : null}
          {goods && isAdmin && order.state === "paid" ? <StageBack goods={goods} /> : null}
          <Tries loaded={loaderData} />
        </div>
        <aside className="grid content-start gap-6">
          <People loaded={loaderData} />
          <GiveBack
            refund={refund}
            isGoods={goods !== null}
            requestId={request_id}
            isWaiting={requests.some(({ state }) => state === "waiting")}
            limitPaise={limit_paise}
            colleagues={colleagues}
            lastResult={actionData?.form}
          />
        </aside>
      </div>
    </AdminPage>
  )
}

type LoadedProps = { loaded: Route.ComponentProps["loaderData"] }

function Tries({ loaded: { order, zone } }: LoadedProps) {
  const { one: text } = useTexts(deskTexts)
  const said = useSaidTime(zone)
  return (
    <Card title={text.tries}>
      {order.payments.length === 0 ? (
        <p className="text-ink-muted">{text.noTries}</p>
      ) : (
        <ul className="grid gap-3">
          {order.payments.map((payment) => (
            <li key={payment.at + payment.state} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {text.methods[payment.method ?? ""] ?? text.payment}:{" "}
                {payment.taken_back ? text.tryTakenBack : text.tryStates[payment.state]},{" "}
                {said(new Date(payment.at), "within")}
              </span>
              <span className="font-semibold tabular-nums">{formatPaise(payment.amount_paise)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function People({ loaded: { order, buyer, student } }: LoadedProps) {
  const { erased, one: text } = useTexts(deskTexts)
  return (
    <Card title={text.people}>
      <dl className="grid gap-3 text-[0.9375rem]">
        <div>
          <dt className="text-sm text-ink-muted">{text.payer}</dt>
          <dd className="break-words">
            {buyer ? (
              <>
                <Link
                  to={`/admin/people?${new URLSearchParams({ q: buyer.email || buyer.name })}`}
                  className="underline underline-offset-4"
                >
                  {buyer.name}
                </Link>
                {buyer.email ? <span className="block text-ink-muted">{buyer.email}</span> : null}
              </>
            ) : (
              erased
            )}
          </dd>
        </div>
        {order.course ? (
          <div>
            <dt className="text-sm text-ink-muted">{text.student}</dt>
            <dd>
              {student ? (
                <Link
                  to={`/admin-dashboard/students/${student.student_id}`}
                  className="underline underline-offset-4"
                >
                  {student.name}
                </Link>
              ) : (
                erased
              )}
            </dd>
          </div>
        ) : null}
      </dl>
    </Card>
  )
}
