import type { Language } from "#ui/language.ts"

const quickFilters: Record<string, string> = {
  Academics: "पढ़ाई में बेहतरी",
  Sports: "खेल प्रशिक्षण",
  Music: "संगीत कला",
  Fitness: "फ़िटनेस प्रोग्राम",
  "Art & Culture": "रचनात्मक कलाएँ",
}
const orders: Record<string, string> = {
  default: "हमारी सलाह",
  rating: "सबसे अच्छी रेटिंग",
  students: "सबसे लोकप्रिय",
  "price-low": "क़ीमत: कम से ज़्यादा",
  "price-high": "क़ीमत: ज़्यादा से कम",
  duration: "अवधि",
}

const deliveries: Record<string, string> = {
  all: "All",
  online: "Live online",
  recorded: "Recorded",
  on_premises: "On premises",
}
const deliveriesHi: Record<string, string> = {
  all: "सभी",
  online: "लाइव ऑनलाइन",
  recorded: "रिकॉर्ड किया हुआ",
  on_premises: "केंद्र पर",
}

const en = {
  all: "All",
  deliveryName: (delivery: string) => deliveries[delivery] ?? delivery,
  quickFilterName: (_service: string, label: string) => label,
  orderName: (_order: string, label: string) => label,
  ignored: (names: string[]) => `Ignored, because it isn't one of the options: ${names.join(", ")}.`,
  gone: "The program you're looking for is no longer available. Here are the ones that are.",
  starts: (when: string) => `Next class ${when}`,
  startsAnyTime: "Start at any time",
  chooseTitle: "Choose a batch",
  chooseText: "This program has several. Choose the days and times that suit you, then enrol.",
  batchGone: "This batch is no longer available. Choose another one.",
  signInTitle: "Authentication Required",
  signInText: "Please log in to enroll in courses.",
  enrolledTitle: "Enrollment Successful!",
  enrolled: "You have been successfully enrolled in the course.",
  failedTitle: "Enrollment Failed",
  failedText: "There was an error enrolling in the course. Please try again.",
  noLonger: "This program is no longer available. Reload the page to see the ones that are.",
  studentsOnly: "Only students can enroll in courses. Sign in with a student account.",
}

const hi: typeof en = {
  all: "सभी",
  deliveryName: (delivery) => deliveriesHi[delivery] ?? delivery,
  quickFilterName: (service, label) => quickFilters[service] ?? label,
  orderName: (order, label) => orders[order] ?? label,
  ignored: (names) => `यह फ़िल्टर नहीं लगा, क्योंकि यह विकल्पों में नहीं है: ${names.join(", ")}।`,
  gone: "आप जो प्रोग्राम ढूँढ रहे हैं, वह अब उपलब्ध नहीं है। ये प्रोग्राम उपलब्ध हैं।",
  starts: (when) => `अगली क्लास ${when}`,
  startsAnyTime: "जब चाहें शुरू करें",
  chooseTitle: "बैच चुनें",
  chooseText: "इस प्रोग्राम के कई बैच हैं। अपने लिए ठीक दिन और समय चुनें, फिर नामांकन करें।",
  batchGone: "यह बैच अब उपलब्ध नहीं है। कोई दूसरा बैच चुनें।",
  signInTitle: "साइन इन ज़रूरी है",
  signInText: "प्रोग्राम में नामांकन के लिए कृपया साइन इन करें।",
  enrolledTitle: "नामांकन सफल!",
  enrolled: "प्रोग्राम में आपका नामांकन हो गया है।",
  failedTitle: "नामांकन नहीं हुआ",
  failedText: "नामांकन करते समय गड़बड़ हुई। कृपया फिर कोशिश करें।",
  noLonger: "यह प्रोग्राम अब उपलब्ध नहीं है। उपलब्ध प्रोग्राम देखने के लिए पेज फिर से लोड करें।",
  studentsOnly: "प्रोग्राम में केवल स्टूडेंट नामांकन कर सकते हैं। स्टूडेंट खाते से साइन इन करें।",
}

/** The texts that loaders and actions put into a page's data. Browsers never load them. */
export const serverTexts: Record<Language, typeof en> = { en, hi }
