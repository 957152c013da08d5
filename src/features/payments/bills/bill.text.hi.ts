import { type BillText, sayMethod } from "./bill.text.ts"

export const billTextHi: BillText = {
  titles: {
    "tax-invoice": "कर बीजक",
    "bill-of-supply": "आपूर्ति बिल",
    receipt: "रसीद",
    "credit-note": "क्रेडिट नोट",
  },
  unpaid: "बिल",
  number: "संख्या",
  date: "तारीख़",
  corrects: "किसका सुधार",
  placeOfSupply: "आपूर्ति का स्थान",
  reverseCharge: "रिवर्स चार्ज",
  no: "नहीं",
  supplier: "भेजने वाले",
  buyer: "पाने वाले",
  gstin: (gstin) => `GSTIN ${gstin}`,
  student: (name) => `स्टूडेंट: ${name}`,
  state: (name, code) => `राज्य: ${name} (${code})`,
  item: "विवरण",
  taxCode: "SAC / HSN",
  quantity: "मात्रा",
  taxable: "कर योग्य मूल्य",
  amount: "रक़म",
  charges: {
    program: "प्रोग्राम",
    membership: "सदस्यता",
    pickup: "घर से लाना और पहुँचाना",
    "welcome-kit": "वेलकम किट",
    uniform: "यूनिफ़ॉर्म",
    goods: "सामान",
    delivery: "डिलीवरी",
    premises: "आपके परिसर में क्लास",
  },
  offs: {
    "membership-discount": "सदस्यता की छूट",
    referral: "रेफ़रल की छूट",
    points: "पॉइंट",
    credit: "जमा राशि",
  },
  term: (months, from, to) => `${months} महीने, ${from} से ${to} तक`,
  roundOff: "पूर्णांकन",
  total: "कुल",
  paid: (method, reference) =>
    method === "balance"
      ? `जमा राशि से भुगतान, संदर्भ ${reference}।`
      : method
        ? `भुगतान: ${sayMethod(method)}, संदर्भ ${reference}।`
        : `भुगतान हुआ, संदर्भ ${reference}।`,
  payTo: (account, number) => `भुगतान इस खाते में करें: ${account}। साथ में ${number} लिखें।`,
  notRegistered: "आपूर्तिकर्ता GST में पंजीकृत नहीं है, इसलिए कोई कर नहीं लिया गया।",
  composition: "कंपोज़िशन करदाता, आपूर्ति पर कर लेने के पात्र नहीं।",
  credited: "यह रक़म लौटाई जाएगी या जमा रहेगी।",
  cancelled: (reason) => `इससे पूरा बिल रद्द होता है। वजह: ${reason}`,
  nothingDue: "इस बिल का अब कुछ चुकाना नहीं है।",
  goesBack: (amount) => `इसके ₹ ${amount} चुकाए जा चुके थे, जो बैंक से लौटाए जाएँगे। और कुछ चुकाना नहीं है।`,
  deducted: (amount) =>
    `₹ ${amount} टीडीएस के रूप में काटे गए थे। आयकर विभाग से इन्हें वापस पाने के लिए अपना टीडीएस रिटर्न सुधारें।`,
  why: "यह रक़म कैसे बनी",
  computer: "कंप्यूटर से बना, बिना हस्ताक्षर के मान्य।",
}
