import type { CatalogueText } from "./catalogue.text.ts"
import type { ProgramText } from "./program.text.ts"
import type { CardText } from "./program-card.text.ts"

/* All in one file, so that a Hindi page asks for one. Texts that academies write about their programs are not translated. */

const services: Record<string, string> = {
  Academics: "पढ़ाई",
  Sports: "खेल",
  Music: "संगीत",
  Fitness: "फ़िटनेस",
  "Art & Culture": "कला और संस्कृति",
  "Martial Arts": "मार्शल आर्ट",
}
const levels: Record<string, string> = {
  Beginner: "शुरुआती",
  Intermediate: "मध्यम",
  Advanced: "उन्नत",
}
const curricula: Record<string, string> = { STATE: "राज्य बोर्ड", General: "सामान्य" }
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

export const catalogueTextHi: CatalogueText = {
  title: "हमारे प्रोफ़ेशनल प्रोग्राम देखें",
  metaTitle: "प्रोग्राम",
  lead: "स्कूल के विषय, खेल, संगीत, फ़िटनेस, कला और मार्शल आर्ट, अनुभवी टीचरों से।",
  quickFilters: "झटपट फ़िल्टर",
  filterPrograms: "प्रोग्राम छाँटें",
  filtersActive: "फ़िल्टर लगे हैं",
  clearAll: "सब हटाएँ",
  apply: "फ़िल्टर लगाएँ",
  search: "खोजें",
  searchPlaceholder: "प्रोग्राम, टीचर या विषय खोजें",
  sort: "क्रम",
  service: "क्षेत्र",
  curriculum: "पाठ्यक्रम",
  grade: "कक्षा",
  subject: "विषय",
  delivery: "पढ़ाई",
  found: (count) =>
    count === 1
      ? "1 प्रोग्राम मिला"
      : `${count > 10_000 ? "10,000+" : count.toLocaleString("en-IN")} प्रोग्राम मिले`,
  filteredBy: "इनसे छाँटा गया",
  remove: (label) => `फ़िल्टर हटाएँ: ${label}`,
  emptyTitle: "कोई प्रोग्राम नहीं मिला",
  emptyText: "खोज के शब्द बदलें या सभी उपलब्ध प्रोग्राम देखें",
  more: "और प्रोग्राम दिखाएँ",
  fromStart: "पहले प्रोग्रामों पर लौटें",
  nearTitle: "मिलते-जुलते प्रोग्राम",
  nearText: "ये आपकी खोज से पूरी तरह मेल नहीं खाते और ऊपर की गिनती में नहीं हैं।",
}

export const cardTextHi: CardText = {
  serviceName: (service) => services[service] ?? service,
  levelName: (level) => levels[level] ?? level,
  curriculumName: (curriculum, label) => curricula[curriculum] ?? label,
  gradeName,
  durationName,
  showAll: "सभी प्रोग्राम दिखाएँ",
  sample: "नमूना",
  sampleNote: "रेटिंग और स्टूडेंट्स की संख्या नमूने हैं",
  rated: (rating) => `5 में से ${rating} रेटिंग`,
  students: (count) => `${count.toLocaleString("en-IN")} स्टूडेंट`,
  oneTime: "एक बार का भुगतान",
  checking: "जाँच हो रही है...",
  enrolled: "नामांकित",
  renew: "सदस्यता बढ़ाएँ",
  enrolling: "नामांकन हो रहा है...",
  enrol: "नामांकन करें",
  enrolNow: "अभी नामांकन करें",
  processing: "काम हो रहा है...",
  by: (instructor) => `टीचर: ${instructor}`,
}

export const programTextHi: ProgramText = {
  curriculum: "पाठ्यक्रम",
  grade: "कक्षा",
  outline: "आप क्या सीखेंगे",
  instructor: "आपके टीचर",
  about: "प्रोग्राम के बारे में",
  openMap: "नक़्शे में खोलें",
  howTaught: "कैसे पढ़ाया जाता है",
  deliveries: {
    online: {
      title: "लाइव ऑनलाइन",
      text: "वीडियो पर लाइव क्लास, जहाँ आप उसी समय सवाल पूछ सकते हैं। बस एक फ़ोन या कंप्यूटर चाहिए।",
    },
    recorded: {
      title: "रिकॉर्ड किया हुआ",
      text: "रिकॉर्ड किए हुए पाठ, जब चाहें और जितनी बार चाहें देखें।",
    },
    on_premises: {
      title: "केंद्र पर",
      text: "नीचे दिए पते पर आमने-सामने पढ़ाया जाता है।",
    },
  },
  recordedEnrolled: "आपका नामांकन हो चुका है। पाठ इस पेज पर और आपके डैशबोर्ड के 'मेरे प्रोग्राम' में मिलेंगे।",
  recordedOthers: "इसके पाठ नामांकित स्टूडेंट्स के लिए खुले हैं।",
  ownAccount: "स्टूडेंट अपने खाते से नामांकन करते हैं।",
  edit: "प्रोग्राम बदलें",
  atYourPlace: "हम सोसाइटी, स्कूल और दफ़्तर में भी सिखाते हैं।",
  askForQuote: "कोटेशन माँगें",
  fullPage: "पूरा पेज देखें",
  facts: "एक नज़र में",
  duration: "अवधि",
  level: "स्तर",
  delivery: "पढ़ाई",
  share: "साझा करें",
  shareBy: { whatsapp: "WhatsApp", mail: "ई-मेल" },
  copyLink: {
    copy: "लिंक कॉपी करें",
    copied: "लिंक कॉपी हो गया",
    notCopied: "लिंक कॉपी नहीं हो सका। इसे एड्रेस बार से कॉपी करें।",
  },
  similar: "आपको ये भी पसंद आ सकते हैं",
  allPrograms: "सभी प्रोग्राम",
  breadcrumb: "आप यहाँ हैं",
  membership: {
    or: (fee) => `या ${fee} हर महीने, सदस्यता के रूप में।`,
    see: "सदस्यताएँ देखें",
    until: (date) => `आपकी सदस्यता ${date} तक है।`,
    ended: (date) => `आपकी सदस्यता ${date} को ख़त्म हो गई। बढ़ाने के बाद आप फिर सीट ले सकते हैं।`,
    reopens: (date) => `आपकी सदस्यता ${date} को ख़त्म हो गई। अब आप फिर से नामांकन कर सकते हैं।`,
    renew: "सदस्यता बढ़ाएँ",
  },
  goneTitle: "यह प्रोग्राम नहीं मिला",
  goneText: "यह समाप्त हो चुका है, या पता ग़लत है। शायद आप इनमें से कोई ढूँढ रहे हैं।",
  material: "पाठ्य सामग्री",
  materialNote: "सभी नामांकित स्टूडेंट्स के लिए।",
  comingTitle: "आने वाली क्लास",
  noComing: "अभी कोई क्लास तय नहीं है। नामांकन करने पर नई तारीख़ें आपके डैशबोर्ड पर दिखेंगी।",
  noComingRecorded: "यह प्रोग्राम रिकॉर्ड किया हुआ है: जब चाहें देखें।",
  liveNow: "अभी लाइव",
  demo: "डेमो क्लास",
  demoAt: (when) => `मुफ़्त डेमो · ${when}`,
  freeDemo: "मुफ़्त डेमो",
  demos: "मुफ़्त डेमो क्लास देखें",
  seatsLeft: (left) => (left === 0 ? "भरी हुई" : `${left} ${left === 1 ? "सीट" : "सीटें"} बाक़ी`),
  points: (points) => `+${points} XP`,
  pointsTotal: (total) => `अब आपके पास ${total.toLocaleString("en-IN")} XP हैं।`,
  successTitle: "नामांकन सफल!",
  successText: "प्रोग्राम में आपका नामांकन हो गया है।",
  successTextOf: (child: string) => `प्रोग्राम में ${child} का नामांकन हो गया है।`,
  toDashboard: "डैशबोर्ड पर जाएँ",
  goOn: "देखना जारी रखें",
}
