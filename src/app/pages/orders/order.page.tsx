import { z } from "zod"
import { RETURN_REASONS } from "#contract/shop/codes.ts"
import { Utr } from "#contract/upi.ts"
import { BillsCard } from "#features/payments/web/bills.card.tsx"
import { CATALOGUE_PATH, ORDERS_PATH, orderPath } from "#features/programs/paths.ts"
import { EnrolledDialog } from "#features/programs/web/enrolled-dialog.tsx"
import { GoodsCard, ReturnCard } from "#features/shop/web/goods.card.tsx"
import { shopTexts } from "#features/shop/web/shop.texts.ts"
import { newId } from "#shared/ids.ts"
import { formatPaise } from "#shared/money.ts"
import { formatDateIn } from "#shared/time.ts"
import { loadNamed, pageRequest, redirectWithToast, requireViewer, serveForm, type Toast } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Card } from "#ui/components/card.tsx"
import { LANGUAGE_TAGS, type Language, languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useSaidTime } from "#ui/said-time.ts"
import { FlashNotice } from "#ui/toast.tsx"
import { ownDocument } from "#ui/visitor/own-document.server.ts"
import { changeTexts } from "../checkout/change/change.texts.ts"
import { checkoutTexts } from "../checkout/checkout.texts.ts"
import { PriceLines } from "../checkout/price-lines.tsx"
import { Steps } from "../checkout/steps.tsx"
import { upiTexts } from "../checkout/upi.texts.ts"
import type { Route } from "./+types/order.page.ts"
import { AskRefund } from "./ask-refund.tsx"
import { paidFor, tellOrder } from "./order.load.ts"
import { isChanged, OrderBadge } from "./order-badge.tsx"
import { NextStep, Refunds, Tries } from "./order-parts.tsx"
import payWindowScript from "./pay-window.ts?worker&url"
import { stateText } from "./state-text.ts"
import { tellRefund } from "./told-refund.server.ts"
import { waitsAtTrialGateway } from "./trial-refund.tsx"
import { UpiClaimCard, UpiPay } from "./upi-pay.tsx"

/** Without React, like the checkout that leads here. */
export const handle = { static: true, own: true, inPlace: true, translated: true }

export const middleware = [ownDocument]

export function meta({ matches, params }: Route.MetaArgs) {
  const text = checkoutTexts[languageOf(matches)]
  return [{ title: text.orderNumber(params.number) }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  const order = await loadNamed(page.api.payments.order({ order_number: params.number }))
  const bills = order.paid_at ? (await page.api.bills.list({ order_number: params.number })).items : []
  const isNew = url.searchParams.has("done") && order.state === "paid"
  const isOwn = order.student?.id === viewer.user_id
  const points = isNew && isOwn ? (await page.api.programs.myPoints()).points : 0
  const renewal = order.term?.renews || order.is_change ? order.term : null
  const terms =
    order.state === "paid" && order.bought_by_viewer && order.course
      ? await page.api.payments.refundTerms({ order_number: params.number })
      : null
  const goods = order.course ? null : await page.api.shop.goods({ order_number: params.number })
  const done = goods
    ? tellOrdered(page.language, goods.promised_on)
    : renewal && tellRenewed(page.language, renewal.ends_on, order.is_change)
  // Said once: the page loads itself anew while it is open.
  if (isNew && done) throw redirectWithToast(orderPath(params.number), done)
  return {
    order: tellOrder(page, order),
    goods,
    // One for each form that is shown, so that sending it twice is one return.
    return_id: newId(),
    refund: terms && tellRefund(page.language, terms, paidFor(order)),
    bills,
    trialRefund: await waitsAtTrialGateway(page, order),
    isOwn,
    zone: page.zone,
    origin: page.origin,
    enrolled:
      isNew && !renewal && order.course
        ? { ...order.course, points_awarded: isOwn ? (order.points_awarded ?? 0) : 0, points }
        : null,
  }
}

function tellOrdered(language: Language, promisedOn: string): Toast {
  const { ordered: title, orderedText } = shopTexts[language]
  const description = orderedText(formatDateIn(LANGUAGE_TAGS[language], promisedOn))
  return { tone: "success", title, description }
}

function tellRenewed(language: Language, endsOn: string, isChange: boolean): Toast {
  const { renewed, renewedText } = checkoutTexts[language].plans
  const title = isChange ? changeTexts[language].changed : renewed
  return { tone: "success", title, description: renewedText(formatDateIn(LANGUAGE_TAGS[language], endsOn)) }
}

const Claim = z.object({ utr: Utr })
const Return = z.object({
  return_id: z.uuid(),
  line_id: z.uuid(),
  quantity: z.coerce.number().int().min(1).max(20),
  reason: z.enum(RETURN_REASONS, "Choose a reason"),
  note: z.string().max(500).default(""),
})
const Asked = z.object({ refund_paise: z.coerce.number().int().nonnegative() })

/** The payer tells that they paid to the academy's UPI id, or asks for the refund whose amount they were shown. */
export async function action(args: Route.ActionArgs) {
  const page = args.context.get(pageRequest)
  requireViewer(page, args.request)
  const order_number = args.params.number
  if ((await args.request.clone().formData()).has("refund_paise")) {
    return serveForm(args, Asked, async ({ refund_paise }, { api, language }) => {
      await api.payments.askRefund({ order_number, refund_paise })
      const { asked, askedText } = checkoutTexts[language].refunding
      const description = askedText(formatPaise(refund_paise))
      return redirectWithToast(orderPath(order_number), { tone: "success", title: asked, description })
    })
  }
  if ((await args.request.clone().formData()).has("return_id")) {
    return serveForm(args, Return, async (asked, { api, language }) => {
      await api.shop.askReturn({ order_number, ...asked })
      const { returnAsked: title, returnAskedText: description } = shopTexts[language]
      return redirectWithToast(orderPath(order_number), { tone: "success", title, description })
    })
  }
  const text = upiTexts[page.language]
  return serveForm(args, Claim, async ({ utr }, { api }) => {
    await api.upi.claim({ order_number, utr })
    return { tone: "success", title: text.told, description: text.toldText }
  })
}

/** An order: how to pay it, what became of it, and what it cost and why. */
export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(checkoutTexts)
  const { order, goods, bills, refund, zone, origin, enrolled, isOwn } = loaderData
  const child = isOwn ? null : order.student
  const said = useSaidTime(zone)
  const upi = useTexts(upiTexts)
  const changes = useTexts(changeTexts)
  const shop = useTexts(shopTexts)
  const claim = order.upi?.claim
  const isChecked = claim?.state === "waiting"
  const goesBackByHand = order.upi !== null && order.state === "refunding" && !order.paid_at
  const isOver = !isChecked && order.state !== "created" && order.state !== "awaiting"
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: ORDERS_PATH, label: text.yourOrders }}
        title={order.title}
        description={[text.orderNumber(order.order_number), child ? text.forStudent(child.first_name) : null]
          .filter(Boolean)
          .join(" · ")}
      />
      <Steps at={isOver ? 2 : 1} />
      <Card title={isChecked ? <Badge tone="primary">{upi.checking}</Badge> : <OrderBadge order={order} />}>
        <div className="grid gap-4" role="status">
          <p>
            {isChecked
              ? upi.checkingText(claim.utr)
              : goesBackByHand
                ? upi.owed
                : refund?.waits
                  ? text.paidWaiting
                  : isChanged(order)
                    ? changes.changedSale
                    : goods && order.state === "paid"
                      ? shop.paidText
                      : stateText(text, order)}
          </p>
          {order.checkout && !isChecked ? (
            <p className="text-ink-muted">{text.keptUntil(said(new Date(order.hold_until), "within"))}</p>
          ) : null}
          {order.term ? <p className="font-medium">{order.term}</p> : null}
          {[order.pickup, order.business].map((said) => (said ? <p key={said}>{said}</p> : null))}
          {order.paid_at ? (
            <p className="text-ink-muted">{text.paidWhen(said(new Date(order.paid_at), "within"))}</p>
          ) : null}
          <Tries order={order} />
          <NextStep order={order} origin={origin} />
        </div>
      </Card>
      {order.upi_pay && !isChecked ? <UpiPay pay={order.upi_pay} amount={order.price.total} /> : null}
      {order.upi?.open ? <UpiClaimCard order={order} lastResult={actionData?.form} /> : null}
      {goods ? <GoodsCard goods={goods} isPaid={order.state === "paid"} /> : null}
      <Card title={order.paid_at ? text.whatYouPaid : text.whatYouPay}>
        <PriceLines price={order.price} isPaid={order.paid_at !== null} />
      </Card>
      {bills.length > 0 ? <BillsCard bills={bills} /> : null}
      {goods && order.paid_at && order.bought_by_viewer ? (
        <ReturnCard goods={goods} returnId={loaderData.return_id} lastResult={actionData?.form} />
      ) : null}
      {refund ? <AskRefund refund={refund} student={child?.first_name ?? null} /> : null}
      {order.state === "paid" && !order.bought_by_viewer ? (
        <p className="text-ink-muted">{text.refunding.payerOnly}</p>
      ) : null}
      <FlashNotice flash={actionData?.toast} />
      {order.refunds.length > 0 ? (
        <Refunds order={order} zone={zone} atTrial={loaderData.trialRefund} />
      ) : null}
      <div data-closed-at={orderPath(order.order_number)} className="contents">
        {enrolled ? <EnrolledDialog enrolled={enrolled} child={child} backTo={CATALOGUE_PATH} /> : null}
      </div>
      <script type="module" src={payWindowScript} />
    </Page>
  )
}
