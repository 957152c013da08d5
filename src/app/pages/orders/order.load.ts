import type { z } from "zod"
import type { FamilyNeeds } from "#contract/payments/family-needs.ts"
import type { Checkout, Order } from "#contract/payments/order.ts"
import { tellPrice } from "#features/payments/bills/told-price.server.ts"
import { upiLink } from "#features/payments/upi/link.ts"
import { formatDateIn } from "#shared/time.ts"
import type { PageRequest } from "#ui/api.ts"
import { LANGUAGE_TAGS, type Language } from "#ui/language.ts"
import { sayWeekdays } from "#ui/messages/day-words.ts"
import { drawQrCode } from "#ui/qr-code.server.ts"
import { checkoutTexts } from "../checkout/checkout.texts.ts"
import { pickupTexts } from "../checkout/pickup.texts.ts"
import { titleOf } from "./order-title.ts"

type UpiCheckout = Extract<z.infer<typeof Checkout>, { way: "upi" }>

/** An order with its price in the reader's words. */
export function tellOrder(page: PageRequest, order: Order) {
  const { price, course, term, pickup, business, ...rest } = order
  const total_paise = price.total_paise
  const text = pickupTexts[page.language]
  return {
    ...rest,
    course,
    title: titleOf(page.language, order),
    pickup: pickup && tellPickup(page.language, pickup),
    business: business && text.billedTo(business.gstin, business.name),
    term: term && tellTerm(page.language, term),
    price: tellPrice(page.language, price, course?.title ?? ""),
    upi_pay: order.checkout?.way === "upi" ? tellUpi(order.checkout, total_paise) : null,
  }
}

/** What was paid for an order, with credit and unused days of a plan before. */
export function paidFor({ price }: Pick<Order, "price">): number {
  return price.total_paise + price.credit_paise + price.exchange_paise
}

/** Returns when a child is picked up, and where if the reader may know. */
export function tellPickup(language: Language, { days, address }: NonNullable<Order["pickup"]>): string {
  const text = pickupTexts[language]
  const on = sayWeekdays(language, days)
  return address ? text.chosenAt(on, address) : text.chosen(on)
}

/** A membership of the family with its pick-up in the reader's words. */
export function tellMembership(language: Language, membership: FamilyNeeds["memberships"][number]) {
  const { pickup_days: days, ...rest } = membership
  return { ...rest, pickup: days.length > 0 ? tellPickup(language, { days, address: null }) : null }
}
export type ToldMembership = ReturnType<typeof tellMembership>

function tellTerm(language: Language, { months, starts_on, ends_on }: NonNullable<Order["term"]>): string {
  const date = (on: string) => formatDateIn(LANGUAGE_TAGS[language], on)
  return checkoutTexts[language].plans.term(months, date(starts_on), date(ends_on))
}

function tellUpi({ upi_id, payee, reference }: UpiCheckout, amount_paise: number) {
  const link = upiLink({ upi_id, payee, amount_paise, reference })
  return { upi_id, payee, reference, link, qr: drawQrCode(link), amount: (amount_paise / 100).toFixed(2) }
}

export type ToldOrder = ReturnType<typeof tellOrder>
