const en = {
  language: "en",
  title: "Trial payment",
  trial: "This is a trial. No money moves, whatever you choose.",
  acts: {
    pay: "Pay",
    fail: "Let the payment fail",
    "pay-quietly": "Pay, and lose the message to the academy",
    authorize: "Pay, and wait for the academy to capture it",
    "pay-late": "Let it fail, and capture it a minute later",
    "pay-twice": "Pay twice at once",
  },
  leave: "Go back without paying",
  paid: "This order is paid.",
  foreign: "This form came from another site.",
  nothing: "There is nothing here.",
  payments: "Payments",
  refunds: "Refunds",
  process: "Pay it back",
  failRefund: "Let it fail",
  disagree: "Where Razorpay's documents disagree",
  switches: {
    severalAttempts: "An order can be tried again after a failed payment",
    reusedReceipt: "A receipt can be used for two orders",
  },
  yes: "Yes",
  no: "No",
  turn: "Change",
}

export type Words = typeof en

const hi: Words = {
  language: "hi",
  title: "ट्रायल भुगतान",
  trial: "यह ट्रायल है। आप कुछ भी चुनें, पैसे नहीं कटेंगे।",
  acts: {
    pay: "भुगतान करें",
    fail: "भुगतान असफल होने दें",
    "pay-quietly": "भुगतान करें, पर अकादमी को ख़बर न पहुँचे",
    authorize: "भुगतान करें, और अकादमी के लेने का इंतज़ार करें",
    "pay-late": "असफल होने दें, और एक मिनट बाद सफल करें",
    "pay-twice": "एक साथ दो बार भुगतान करें",
  },
  leave: "भुगतान किए बिना लौटें",
  paid: "इस ऑर्डर का भुगतान हो चुका है।",
  foreign: "यह फ़ॉर्म किसी और साइट से आया है।",
  nothing: "यहाँ कुछ नहीं है।",
  payments: "भुगतान",
  refunds: "वापसी",
  process: "पैसे लौटाएँ",
  failRefund: "असफल होने दें",
  disagree: "जहाँ Razorpay के दस्तावेज़ अलग-अलग बातें कहते हैं",
  switches: {
    severalAttempts: "असफल भुगतान के बाद उसी ऑर्डर का दोबारा भुगतान हो सकता है",
    reusedReceipt: "एक रसीद संख्या दो ऑर्डर में चल सकती है",
  },
  yes: "हाँ",
  no: "नहीं",
  turn: "बदलें",
}

/** The texts of the gateway's pages, in English unless Hindi is asked for. */
export function wordsOf(language: string | null): Words {
  return language === "hi" ? hi : en
}
