import type { DeclineReason, Order } from "#contract/payments/order.ts"
import { formatPaise } from "#shared/money.ts"

type Language = "en" | "hi"
type RefundReason = Order["refunds"][number]["reason"]

/** What a notice about a transfer names. */
export type TransferFacts = { course: string; student: string | null; utr: string; expected_paise: number }

export type TransferNotice = { title: string; text: string; button: string }

const BUTTON = { en: "Open the order", hi: "ऑर्डर खोलें" }

/** The payment was counted, and the student is enrolled. */
export function transferApproved(
  { course, student }: TransferFacts,
  language: Language,
  amount_paise: number,
): TransferNotice {
  const amount = formatPaise(amount_paise)
  return language === "en"
    ? {
        title: `Payment received: ${course}`,
        text: `Your payment of ${amount} arrived. ${student ? `${student} is enrolled.` : "Your order is paid."}`,
        button: BUTTON.en,
      }
    : {
        title: `भुगतान मिल गया: ${course}`,
        text: `आपका ${amount} का भुगतान मिल गया। ${student ? `${student} का नामांकन हो गया।` : "ऑर्डर की रक़म चुक गई।"}`,
        button: BUTTON.hi,
      }
}

/** The payment arrived but couldn't be used, so it is refunded. */
export function transferOwed(
  { course, expected_paise }: TransferFacts,
  language: Language,
  { amount_paise, reason }: { amount_paise: number; reason: RefundReason },
): TransferNotice {
  const amount = formatPaise(amount_paise)
  const wrong = reason === "wrong-amount"
  return language === "en"
    ? {
        title: `Your payment will be refunded: ${course}`,
        text: wrong
          ? `${amount} arrived, but the order costs ${formatPaise(expected_paise)}. The academy refunds the ${amount}. Order again and pay the exact amount.`
          : `Your payment of ${amount} arrived, but couldn't be used. The academy refunds it. The order says why.`,
        button: BUTTON.en,
      }
    : {
        title: `आपका भुगतान वापस होगा: ${course}`,
        text: wrong
          ? `${amount} मिले, पर ऑर्डर ${formatPaise(expected_paise)} का है। अकादमी ${amount} वापस करेगी। फिर से ऑर्डर करें और पूरी रक़म चुकाएँ।`
          : `आपका ${amount} का भुगतान मिला, पर काम नहीं आ सका। अकादमी उसे वापस करेगी। वजह ऑर्डर में लिखी है।`,
        button: BUTTON.hi,
      }
}

/**
 * It was counted by mistake: no refund is due. Then it is checked again, or the payer enters the bank's reference, or
 * nothing is left to do, as where the order is paid.
 */
export function transferTakenBack(
  { course }: TransferFacts,
  language: Language,
  { amount_paise, next }: { amount_paise: number; next: "checked" | "enter" | null },
): TransferNotice {
  const amount = formatPaise(amount_paise)
  const then =
    language === "en"
      ? {
          checked: " The academy checks your payment again and lets you know.",
          enter: " If you have paid, open the order and enter the bank reference.",
        }
      : {
          checked: " अकादमी आपका भुगतान फिर से जाँचकर आपको बताएगी।",
          enter: " अगर आपने भुगतान किया है, तो ऑर्डर खोलकर बैंक का रेफ़रेंस भरें।",
        }
  return language === "en"
    ? {
        title: `Correction about your payment: ${course}`,
        text: `The academy told you that it refunds ${amount}. That payment was recorded by mistake, so there is no refund.${next ? then[next] : ""}`,
        button: BUTTON.en,
      }
    : {
        title: `आपके भुगतान के बारे में सुधार: ${course}`,
        text: `अकादमी ने बताया था कि वह ${amount} वापस करेगी। वह भुगतान ग़लती से दर्ज हुआ था, इसलिए पैसे वापस नहीं होंगे।${next ? then[next] : ""}`,
        button: BUTTON.hi,
      }
}

/** Why a claim was declined, for its payer. */
export const DECLINED_BECAUSE: Record<Language, Record<DeclineReason, string>> = {
  en: {
    "not-arrived": "The academy's bank shows no payment with this reference.",
    "other-payment": "This reference belongs to another payment.",
    "other-reference": "Your payment arrived under another reference.",
  },
  hi: {
    "not-arrived": "अकादमी के बैंक में इस रेफ़रेंस का कोई भुगतान नहीं दिखता।",
    "other-payment": "यह रेफ़रेंस किसी और भुगतान का है।",
    "other-reference": "आपका भुगतान किसी और रेफ़रेंस से मिला।",
  },
}

/** The claim was declined. */
export function transferDeclined(
  { course, utr }: TransferFacts,
  language: Language,
  reason: DeclineReason,
): TransferNotice {
  const why = DECLINED_BECAUSE[language][reason]
  return language === "en"
    ? {
        title: `Payment not found: ${course}`,
        text: `${why} You entered ${utr}. Check it in your UPI app and enter it again, or call the academy.`,
        button: BUTTON.en,
      }
    : {
        title: `भुगतान नहीं मिला: ${course}`,
        text: `${why} आपने ${utr} भरा था। अपने UPI ऐप में जाँचकर फिर से भरें, या अकादमी को फ़ोन करें।`,
        button: BUTTON.hi,
      }
}
