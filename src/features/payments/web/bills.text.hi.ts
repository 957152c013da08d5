import type { BillsText } from "./bills.text.ts"

/** The texts of one's bills, in Hindi. */
export const billsTextHi: BillsText = {
  title: "बिल",
  text: "आपके बीजक, रसीदें और क्रेडिट नोट।",
  none: "अभी कोई बिल नहीं",
  noneText: "आप जो भी भुगतान करेंगे, उसका बिल यहाँ मिलेगा।",
  kinds: {
    "tax-invoice": "कर बीजक",
    "bill-of-supply": "आपूर्ति बिल",
    receipt: "रसीद",
    "credit-note": "क्रेडिट नोट",
  },
  numbered: (kind, number) => `${kind} ${number}`,
  corrects: (number) => `${number} के लिए`,
  download: "PDF डाउनलोड करें",
  downloadNamed: (number) => `PDF डाउनलोड करें: ${number}`,
}
