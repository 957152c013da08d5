import type { z } from "zod"
import type { Checkout, Order } from "#contract/payments.ts"
import { tellPrice } from "#features/payments/bills/told-price.server.ts"
import { upiLink } from "#features/payments/upi/link.ts"
import { formatDateIn } from "#shared/time.ts"
import type { PageRequest } from "#ui/api.ts"
import { LANGUAGE_TAGS, type Language } from "#ui/language.ts"
import { drawQrCode } from "#ui/qr-code.server.ts"
import { checkoutTexts } from "../checkout/checkout.texts.ts"

type UpiCheckout = Extract<z.infer<typeof Checkout>, { way: "upi" }>

/** An order with its price in the reader's words. */
export function tellOrder(page: PageRequest, order: Order) {
  const { price, course, term, ...rest } = order
  const total_paise = price.total_paise
  return {
    ...rest,
    course,
    term: term && tellTerm(page.language, term),
    price: tellPrice(page.language, price, course.title),
    upi_pay: order.checkout?.way === "upi" ? tellUpi(order.checkout, total_paise) : null,
  }
}

function tellTerm(language: Language, { months, starts_on, ends_on }: NonNullable<Order["term"]>): string {
  const date = (on: string) => formatDateIn(LANGUAGE_TAGS[language], on)
  return checkoutTexts[language].plans.term(months, date(starts_on), date(ends_on))
}

function tellUpi({ upi_id, payee, reference }: UpiCheckout, amount_paise: number) {
  const link = upiLink({ upi_id, payee, amount_paise, reference })
  return { upi_id, payee, reference, link, qr: drawQrCode(link), amount: (amount_paise / 100).toFixed(2) }
}

export type ToldOrder = ReturnType<typeof tellOrder>
