import type { PickupsText } from "./pickups.text.ts"

/** The texts of the list of who is picked up, in Hindi. */
export const pickupsTextHi: PickupsText = {
  title: "घर से लाना और पहुँचाना",
  description: "उस दिन की क्लासों के लिए किसे और कहाँ से लाना है।",
  day: "दिन",
  show: "दिखाएँ",
  before: "पिछला दिन",
  after: "अगला दिन",
  none: "इस दिन किसी को लाना नहीं है",
  noneText: "यहाँ वे बच्चे दिखते हैं जिनके परिवार ने सदस्यता के साथ यह दिन चुना है।",
  count: (children) => (children === 1 ? "1 बच्चा" : `${children} बच्चे`),
  noAddress: "पता अब उपलब्ध नहीं",
  call: (name) => `${name} को फ़ोन करें`,
}
