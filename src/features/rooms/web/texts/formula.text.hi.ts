import type { formulaText } from "./formula.text.ts"

/** The texts of the dialog for a formula in Hindi. */
export const formulaTextHi: typeof formulaText = {
  title: "फ़ॉर्मूला जोड़ें",
  field: "TeX में फ़ॉर्मूला",
  hint: "जैसे \\frac{1}{2} या x^2। बटन दबाने से कमांड लिख जाते हैं।",
  parts: "फ़ॉर्मूले के हिस्से",
  names: {
    fraction: "भिन्न",
    power: "घात",
    index: "पादांक",
    root: "वर्गमूल",
    sum: "योग",
    integral: "समाकलन",
    times: "गुणा",
    pi: "पाई",
    atMost: "छोटा या बराबर",
    arrow: "तीर",
  },
  preview: (tex) => `${tex} का नमूना`,
  nothing: "फ़ॉर्मूला यहाँ दिखेगा।",
  cancel: "रहने दें",
  add: "पेज पर जोड़ें",
  empty: "फ़ॉर्मूला लिखें",
  unknown: (command) => `${command} नाम का कोई कमांड नहीं है।`,
  unfinished: "फ़ॉर्मूला अधूरा है। कोष्ठक जाँचें।",
  unreached: "संपर्क नहीं हो पाया, इसलिए फ़ॉर्मूला अभी नहीं बना।",
  tooMany: "आपने थोड़ी देर में बहुत से नए या बहुत जटिल फ़ॉर्मूले लिखे हैं।",
}
