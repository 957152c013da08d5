import { formatDateIn } from "#shared/time.ts"
import type { Stage } from "./stages.ts"

type Language = "en" | "hi"
export type GoodsNotice = { title: string; text: string; button: string }

const TAGS: Record<Language, string> = { en: "en-IN", hi: "hi-IN" }
const BUTTON: Record<Language, string> = { en: "Open the order", hi: "ऑर्डर खोलें" }

/** What a notice about an order of goods names. `what` is in the reader's language. */
export type StageFacts = {
  what: string
  number: string
  promised_on: string
  carrier: string | null
  centre: string | null
}

/** Tells the buyer that an order reached a stage; null for stages that nobody is told of. */
export function stageNotice(stage: Stage, facts: StageFacts, language: Language): GoodsNotice | null {
  const { what, number, carrier, centre } = facts
  const date = formatDateIn(TAGS[language], facts.promised_on)
  const said = SAY[language][stage]?.({ what, number, date, carrier, centre: centre ?? "" })
  return said ? { ...said, button: BUTTON[language] } : null
}

type Said = { what: string; number: string; date: string; carrier: string | null; centre: string }
type Say = Partial<Record<Stage, (facts: Said) => { title: string; text: string }>>

const SAY: Record<Language, Say> = {
  en: {
    packed: ({ what, number, date, centre }) => ({
      title: `Packed: ${what}`,
      text: centre
        ? `Your order ${number} is packed. It is ready at ${centre} by ${date}, and we'll tell you.`
        : `Your order ${number} is packed. It reaches you by ${date}.`,
    }),
    sent: ({ what, number, date, carrier }) => ({
      title: `On its way: ${what}`,
      text: `Your order ${number} was sent${carrier ? ` with ${carrier}` : ""}. It arrives by ${date}.`,
    }),
    delivered: ({ what, number }) => ({
      title: `Delivered: ${what}`,
      text: `Your order ${number} was delivered. If something is wrong with it, ask for a return on its page.`,
    }),
    ready: ({ what, number, centre }) => ({
      title: `Ready to pick up: ${what}`,
      text: `Your order ${number} waits for you at ${centre}. Bring the order's number.`,
    }),
    collected: ({ what, number }) => ({
      title: `Picked up: ${what}`,
      text: `Your order ${number} was picked up. If something is wrong with it, ask for a return on its page.`,
    }),
  },
  hi: {
    packed: ({ what, number, date, centre }) => ({
      title: `पैक हो गया: ${what}`,
      text: centre
        ? `आपका ऑर्डर ${number} पैक हो गया है। यह ${date} तक ${centre} में तैयार होगा। तैयार होने पर हम बताएँगे।`
        : `आपका ऑर्डर ${number} पैक हो गया है। यह ${date} तक आपको मिल जाएगा।`,
    }),
    sent: ({ what, number, date, carrier }) => ({
      title: `रास्ते में है: ${what}`,
      text: `आपका ऑर्डर ${number} भेज दिया गया है${carrier ? ` (${carrier})` : ""}। यह ${date} तक पहुँच जाएगा।`,
    }),
    delivered: ({ what, number }) => ({
      title: `पहुँच गया: ${what}`,
      text: `आपका ऑर्डर ${number} पहुँचा दिया गया है। कुछ ठीक न हो तो ऑर्डर के पेज से वापसी माँगें।`,
    }),
    ready: ({ what, number, centre }) => ({
      title: `लेने के लिए तैयार: ${what}`,
      text: `आपका ऑर्डर ${number} यहाँ रखा है: ${centre}। आते समय ऑर्डर नंबर साथ रखें।`,
    }),
    collected: ({ what, number }) => ({
      title: `ले लिया गया: ${what}`,
      text: `आपका ऑर्डर ${number} ले लिया गया है। कुछ ठीक न हो तो ऑर्डर के पेज से वापसी माँगें।`,
    }),
  },
}

export type ReturnNews = "accepted" | "declined" | "received" | "refund-declined"

/**
 * Tells the buyer what became of a return. `amount` is what is refunded, or null where nothing is left to
 * refund; `waits` while a second person has to approve it.
 */
export function returnNotice(
  news: ReturnNews,
  {
    what,
    answer,
    amount,
    waits,
  }: { what: string; answer: string | null; amount: string | null; waits: boolean },
  language: Language,
): GoodsNotice {
  const said = answer ? ` ${answer}` : ""
  const texts = {
    en: {
      accepted: {
        title: `Return accepted: ${what}`,
        text: `Send it back or bring it to the academy. The refund follows when it arrives.${said}`,
      },
      declined: { title: `Return declined: ${what}`, text: `The academy declined the return.${said}` },
      received: {
        title: `Return received: ${what}`,
        text: waits
          ? `It arrived at the academy. The academy still has to approve the refund of ${amount}. Your order shows it after that.`
          : amount
            ? `It arrived at the academy. ${amount} is refunded; the order shows how far that is.`
            : "It arrived at the academy. The order was refunded before.",
      },
      "refund-declined": {
        title: `Refund declined: ${what}`,
        text: `The academy didn't approve the refund of ${amount} for your return. Ask its office why.`,
      },
    },
    hi: {
      accepted: {
        title: `सामान की वापसी मंज़ूर: ${what}`,
        text: `इसे वापस भेजें या अकादमी ले आएँ। पहुँचने पर पैसा वापस होगा।${said}`,
      },
      declined: { title: `सामान की वापसी नामंज़ूर: ${what}`, text: `अकादमी ने वापसी मंज़ूर नहीं की।${said}` },
      received: {
        title: `लौटाया सामान मिल गया: ${what}`,
        text: waits
          ? `सामान अकादमी पहुँच गया है। ${amount} वापस करने की मंज़ूरी अभी बाक़ी है। मंज़ूरी मिलते ही यह आपके ऑर्डर में दिखेगा।`
          : amount
            ? `सामान अकादमी पहुँच गया है। ${amount} वापस किए जा रहे हैं; कहाँ तक पहुँचे, यह ऑर्डर में दिखता है।`
            : "सामान अकादमी पहुँच गया है। ऑर्डर का पैसा पहले ही वापस हो चुका है।",
      },
      "refund-declined": {
        title: `पैसे की वापसी नामंज़ूर: ${what}`,
        text: `आपने जो सामान लौटाया, उसके ${amount} वापस करने की मंज़ूरी अकादमी ने नहीं दी। वजह उसके ऑफ़िस से पूछें।`,
      },
    },
  }
  return { ...texts[language][news], button: BUTTON[language] }
}

/** What a parent reads when a child asks for something. */
export function askNotice(
  { student, what }: { student: string; what: string },
  language: Language,
): GoodsNotice {
  return language === "en"
    ? {
        title: `${student} would like: ${what}`,
        text: `${student} asks you to buy ${what} for them. Nothing is ordered yet: you see the price first and can choose differently.`,
        button: "See the price",
      }
    : {
        title: `${student} का अनुरोध: ${what}`,
        text: `${student} ने आपसे यह ख़रीदने को कहा है: ${what}। अभी कोई ऑर्डर नहीं हुआ है: पहले आप क़ीमत देखते हैं, और कुछ और भी चुन सकते हैं।`,
        button: "क़ीमत देखें",
      }
}
