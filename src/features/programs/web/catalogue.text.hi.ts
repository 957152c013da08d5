import type { CatalogueText } from "./catalogue.text.ts"

const services: Record<string, string> = {
  Academics: "पढ़ाई",
  Sports: "खेल",
  Music: "संगीत",
  Fitness: "फ़िटनेस",
  "Art & Culture": "कला और संस्कृति",
  "Martial Arts": "मार्शल आर्ट",
}
const quickFilters: Record<string, string> = {
  Academics: "पढ़ाई में बेहतरी",
  Sports: "खेल प्रशिक्षण",
  Music: "संगीत कला",
  Fitness: "फ़िटनेस कार्यक्रम",
  "Art & Culture": "रचनात्मक कलाएँ",
}
const levels: Record<string, string> = {
  Beginner: "शुरुआती",
  Intermediate: "मध्यम",
  Advanced: "उन्नत",
}
const curricula: Record<string, string> = { STATE: "राज्य बोर्ड", General: "सामान्य" }
const orders: Record<string, string> = {
  default: "हमारी सलाह",
  rating: "सबसे अच्छी रेटिंग",
  students: "सबसे लोकप्रिय",
  "price-low": "क़ीमत: कम से ज़्यादा",
  "price-high": "क़ीमत: ज़्यादा से कम",
  duration: "अवधि",
}
const units: Record<string, string> = {
  hour: "घंटे",
  day: "दिन",
  week: "हफ़्ते",
  month: "महीने",
  year: "साल",
}
const oneOf: Record<string, string> = { hour: "घंटा", week: "हफ़्ता", month: "महीना" }

function durationName(duration: string): string {
  const [, count, unit = ""] = /^(\d+) (hour|day|week|month|year)s?$/.exec(duration) ?? []
  const name = (count === "1" && oneOf[unit]) || units[unit]
  return name ? `${count} ${name}` : duration
}

function gradeName(grade: string): string {
  const [from, to] = grade.split("-")
  if (to) return `कक्षा ${from} से ${to}`
  return grade === "All" ? "सभी कक्षाएँ" : `कक्षा ${grade}`
}

/** The catalogue's texts in Hindi. What academies write of their programs stays as they wrote it. */
export const catalogueTextHi: CatalogueText = {
  title: "हमारे प्रोफ़ेशनल कार्यक्रम देखें",
  metaTitle: "कोर्स और कार्यक्रम",
  lead: "स्कूल के विषय, खेल, संगीत, फ़िटनेस, कला और मार्शल आर्ट, उनसे जो यही काम करते हैं।",
  quickFilters: "झटपट फ़िल्टर",
  filterPrograms: "कार्यक्रम छाँटें",
  filtersActive: "फ़िल्टर लगे हैं",
  clearAll: "सब हटाएँ",
  apply: "फ़िल्टर लगाएँ",
  search: "खोजें",
  searchPlaceholder: "कार्यक्रम, शिक्षक या विषय खोजें",
  sort: "क्रम",
  service: "क्षेत्र",
  curriculum: "पाठ्यक्रम",
  grade: "कक्षा",
  subject: "विषय",
  all: "सभी",
  serviceName: (service) => services[service] ?? service,
  quickFilterName: (service, label) => quickFilters[service] ?? label,
  levelName: (level) => levels[level] ?? level,
  curriculumName: (curriculum, label) => curricula[curriculum] ?? label,
  orderName: (order, label) => orders[order] ?? label,
  gradeName,
  durationName,
  found: (count) => `${count > 10_000 ? "10,000+" : count.toLocaleString("en-IN")} कार्यक्रम मिले`,
  filteredBy: "इनसे छाँटा गया",
  remove: (label) => `फ़िल्टर हटाएँ: ${label}`,
  ignored: (names) => `छोड़ दिया गया, क्योंकि यह विकल्पों में नहीं है: ${names.join(", ")}।`,
  gone: "जिस कार्यक्रम के लिंक से आप आए, वह अब उपलब्ध नहीं है। ये उपलब्ध हैं।",
  emptyTitle: "कोई कार्यक्रम नहीं मिला",
  emptyText: "खोज के शब्द बदलें या सभी उपलब्ध कार्यक्रम देखें",
  showAll: "सभी कार्यक्रम दिखाएँ",
  more: "और कार्यक्रम दिखाएँ",
  loadingMore: "लोड हो रहा है...",
  fromStart: "पहले कार्यक्रमों पर लौटें",
  nearTitle: "मिलते-जुलते कार्यक्रम",
  nearText: "ठीक वही नहीं जो आपने माँगा, और ऊपर गिने नहीं गए, पर देखने लायक हैं।",
  sample: "नमूना",
  sampleNote: "रेटिंग और छात्रों की संख्या नमूने हैं",
  rated: (rating) => `5 में से ${rating} रेटिंग`,
  students: (count) => `${count.toLocaleString("en-IN")} छात्र`,
  oneTime: "एक बार का भुगतान",
  checking: "जाँच हो रही है...",
  enrolled: "नामांकित",
  enrolling: "नामांकन हो रहा है...",
  enrol: "नामांकन करें",
  enrolNow: "अभी नामांकन करें",
  processing: "काम हो रहा है...",
  outline: "आप क्या सीखेंगे",
  instructor: "आपके शिक्षक",
  about: "कार्यक्रम के बारे में",
  where: "कहाँ",
  openMap: "नक़्शे में खोलें",
  howTaught: "कैसे पढ़ाया जाता है",
  deliveries: {
    online: {
      title: "लाइव ऑनलाइन",
      text: "वीडियो पर लाइव क्लास, जहाँ सवाल उसी समय पूछे और सुलझाए जाते हैं। फ़ोन या कंप्यूटर काफ़ी है।",
    },
    recorded: {
      title: "रिकॉर्ड किया हुआ",
      text: "रिकॉर्ड की हुई क्लास, अपने समय पर और जितनी बार चाहें उतनी बार देखें।",
    },
    on_premises: {
      title: "केंद्र पर",
      text: "नीचे लिखी जगह पर आमने-सामने पढ़ाया जाता है।",
    },
  },
  recordedEnrolled: "आप नामांकित हैं: इसके पाठ इसी पेज पर हैं, और आपके डैशबोर्ड के My Programs में भी।",
  recordedOthers: "इसके पाठ नामांकित छात्रों के लिए खुले हैं।",
  fullPage: "पूरा पेज देखें",
  facts: "एक नज़र में",
  duration: "अवधि",
  level: "स्तर",
  delivery: "पढ़ाई",
  share: "साझा करें",
  shareBy: { whatsapp: "WhatsApp", mail: "ई-मेल" },
  copyLink: "लिंक कॉपी करें",
  linkCopied: "लिंक कॉपी हो गया",
  linkNotCopied: "लिंक कॉपी नहीं हो सका",
  copyByHand: "इसे एड्रेस बार से कॉपी करें।",
  similar: "आपको ये भी पसंद आ सकते हैं",
  allPrograms: "सभी कार्यक्रम",
  breadcrumb: "आप यहाँ हैं",
  goneTitle: "यह कार्यक्रम यहाँ नहीं है",
  goneText: "यह समाप्त हो चुका है, या इसका पता ग़लत लिखा गया है। शायद आप इनमें से कुछ ढूँढ रहे हैं।",
  material: "पाठ्य सामग्री",
  materialNote: "आपके और सभी नामांकित छात्रों के लिए।",
  comingTitle: "आने वाली क्लास",
  noComing: "अभी किसी क्लास की तारीख़ तय नहीं है। नामांकन करें, नई तारीख़ें आपके डैशबोर्ड पर दिखेंगी।",
  noComingRecorded: "समय की कोई पाबंदी नहीं: यह कार्यक्रम रिकॉर्ड किया हुआ है।",
  liveNow: "अभी लाइव",
  demo: "डेमो क्लास",
  until: (end) => `${end} तक`,
  ownTime: (time) => `आपके समय से ${time}`,
  seatsLeft: (left) => (left === 0 ? "भरी हुई" : `${left} ${left === 1 ? "जगह" : "जगहें"} बाक़ी`),
  points: (points) => `+${points} XP`,
  pointsTotal: (total) => `अब आपके पास ${total.toLocaleString("en-IN")} XP हैं।`,
  by: (instructor) => `शिक्षक: ${instructor}`,
  successTitle: "नामांकन सफल!",
  successText: "कोर्स में आपका नामांकन हो गया है।",
  toDashboard: "डैशबोर्ड पर जाएँ",
  goOn: "देखना जारी रखें",
  signInTitle: "लॉग इन ज़रूरी है",
  signInText: "कोर्स में नामांकन के लिए कृपया लॉग इन करें।",
  failedTitle: "नामांकन नहीं हुआ",
  failedText: "नामांकन करते समय गड़बड़ हुई। कृपया फिर कोशिश करें।",
  noLonger: "यह कार्यक्रम अब उपलब्ध नहीं है। उपलब्ध कार्यक्रम देखने के लिए पेज फिर से लोड करें।",
  studentsOnly: "कोर्स में केवल छात्र नामांकन कर सकते हैं। छात्र खाते से लॉग इन करें।",
}
