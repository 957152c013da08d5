import { redirect, redirectDocument } from "react-router"
import { z } from "zod"
import { StateCode } from "#contract/payments/priced.ts"
import { WAYS } from "#contract/shop/codes.ts"
import { tellPrice, tellRefusal } from "#features/payments/bills/told-price.server.ts"
import { orderPath } from "#features/programs/paths.ts"
import { BASKET_PATH } from "#features/shop/paths.ts"
import { BasketLine } from "#features/shop/web/basket-line.card.tsx"
import { shopTexts } from "#features/shop/web/shop.texts.ts"
import { isFamily } from "#shared/roles.ts"
import { dashboardPath, pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { languageOf } from "#ui/language.ts"
import { fieldTextIn } from "#ui/messages/in-language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { ownDocument } from "#ui/visitor/own-document.server.ts"
import { Steps } from "../checkout/steps.tsx"
import type { Route } from "./+types/checkout.page.ts"
import { DeliveryForm } from "./delivery-form.tsx"

/** Without React, like the checkout of a program. */
export const handle = { static: true, own: true, inPlace: true, translated: true }

export const middleware = [ownDocument]

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: shopTexts[languageOf(matches)].checkout }, { name: "robots", content: "noindex" }]
}

/** What a buyer types, as the form sends it. */
const Delivery = z.object({
  way: z.enum(WAYS),
  state: StateCode,
  name: z.string().max(120).default(""),
  phone: z.string().max(30).default(""),
  address: z.string().max(500).default(""),
  pin: z.string().max(20).default(""),
  centre: z.string().max(200).default(""),
  gstin: z.string().max(30).optional(),
  business_name: z.string().max(200).optional(),
  business_address: z.string().max(300).optional(),
  pay_by: z.enum(["upi"]).optional(),
})
const Asked = Delivery.partial()

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { role } = requireViewer(page, request)
  if (!isFamily(role)) throw redirect(dashboardPath(role))
  const { provider, upi_instead } = await page.api.payments.options()
  if (!provider) throw redirect(BASKET_PATH)
  // What isn't chosen yet is sent empty; a GSTIN that was emptied means none.
  const sent = [...url.searchParams].filter(([name, value]) => value !== "" || name === "gstin")
  const { way, state, pin, centre, gstin, business_name, business_address } = Asked.catch({}).parse(
    Object.fromEntries(sent),
  )
  const review = await page.api.shop.review({
    ...(way && { way }),
    ...(state && { state }),
    ...(pin && { pin }),
    ...(centre && { centre }),
    ...(gstin !== undefined && { gstin, business_name, business_address }),
  })
  const { basket, price, refused, business, ...rest } = review
  if (basket.lines.length === 0) throw redirect(BASKET_PATH)
  return {
    ...rest,
    faulty: basket.lines.filter(({ fault }) => fault !== null),
    ...{ provider, upi_instead, zone: page.zone, typed: { pin, centre } },
    business: { ...business, fault: business.fault && fieldTextIn(page.language, business.fault) },
    price: price && tellPrice(page.language, price, ""),
    refused: tellRefusal(page.language, refused),
  }
}

export function action(args: Route.ActionArgs) {
  const page = args.context.get(pageRequest)
  requireViewer(page, args.request)
  return serveForm(
    args,
    Delivery,
    async ({ gstin, business_name, business_address, pay_by, ...asked }, { api }) => {
      const { order_number } = await api.shop.order({
        ...asked,
        ...(gstin && { gstin, business_name, business_address }),
        ...(pay_by && { pay_by }),
      })
      // A new document, whose policy lets the payment provider in.
      return redirectDocument(orderPath(order_number))
    },
  )
}

/** Where the basket goes, what it costs with which taxes, and by when it comes. */
export default function ShopCheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(shopTexts)
  return (
    <Page width="reading">
      <PageHeader back={{ to: BASKET_PATH, label: text.backToBasket }} title={text.checkout} />
      <Steps at={0} />
      {loaderData.faulty.length > 0 ? (
        <Card flush title={text.soldOutWhile} description={text.soldOutWhileText}>
          <ul>
            {loaderData.faulty.map((line) => (
              <BasketLine key={line.id} line={line} />
            ))}
          </ul>
        </Card>
      ) : null}
      {loaderData.way ? (
        <DeliveryForm loaded={loaderData} lastResult={actionData?.form} />
      ) : (
        <EmptyState illustration="empty-basket" title={text.noWay} text={text.noWayText} />
      )}
    </Page>
  )
}
