import type { ChangeText } from "./change.text.ts"

/** The texts of changing a plan, in Hindi. */
export const changeTextHi: ChangeText = {
  title: "प्लान बदलें",
  card: "मौजूदा प्लान में क्या बचा है",
  present: (months, from, to) =>
    `मौजूदा प्लान ${months === 1 ? "1 महीने" : `${months} महीनों`} की सदस्यता है, ${from} से ${to} तक।`,
  unused: (days, of, paid, worth) =>
    `${of} में से ${days} दिन ${days === 1 ? "बचा है" : "बचे हैं"}, आज मिलाकर। इस प्लान के ${paid} चुकाए गए थे; बचे दिनों के ${worth} बनते हैं।`,
  starts: "नया प्लान भुगतान के दिन से शुरू होता है और मौजूदा प्लान की जगह ले लेता है।",
  rest: (amount) =>
    `नया प्लान सस्ता है, इसलिए ${amount} अकादमी में आपकी जमा राशि बन जाते हैं। इनसे आप यहाँ भुगतान कर सकते हैं।`,
  whichPlan: "कौन-सा प्लान चाहिए?",
  nothingToPay: "अब कुछ चुकाना नहीं है। प्लान तुरंत बदल जाता है, और आपको मैसेज मिलता है।",
  choose: "चुनें कि क्या बदलना है",
  changed: "प्लान बदल गया",
  changeNow: "प्लान बदलें",
  changedSale: "प्लान बदला जा चुका है। बचे हुए दिन नए प्लान में लग गए।",
  change: "प्लान बदलें",
  changeFor: (name, title) => `${title}: ${name} का प्लान बदलें`,
}
