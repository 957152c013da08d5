import type { SubjectNames } from "../list/describe-subject.ts"
import type { ClassText } from "./class.text.ts"
import type { listText } from "./list.text.ts"

/* The texts of classes and of their list in one file, so that a Hindi page asks for one. */

const subjects: Record<string, string> = {
  mathematics: "गणित",
  science: "विज्ञान",
  physics: "भौतिकी",
  chemistry: "रसायन विज्ञान",
  biology: "जीव विज्ञान",
  english: "अंग्रेज़ी",
  hindi: "हिन्दी",
  history: "इतिहास",
  geography: "भूगोल",
  "social studies": "सामाजिक विज्ञान",
  kannada: "कन्नड़",
  french: "फ़्रेंच",
  german: "जर्मन",
  chess: "शतरंज",
  cricket: "क्रिकेट",
  football: "फ़ुटबॉल",
  swimming: "तैराकी",
  badminton: "बैडमिंटन",
  guitar: "गिटार",
  keyboard: "कीबोर्ड",
  drums: "ड्रम",
  yoga: "योग",
  karate: "कराटे",
  painting: "चित्रकला",
  dance: "नृत्य",
}

const curricula: Record<string, string> = {
  all: "सभी",
  STATE: "राज्य बोर्ड",
  General: "सामान्य",
  NEET: "NEET",
  JEE: "JEE",
}

const names: SubjectNames = {
  // What an academy added to its list keeps the name that it gave.
  subject: (subject) => subjects[subject.toLowerCase()] ?? subject,
  curriculum: (curriculum, label) => curricula[curriculum] ?? label,
  grade: (grade) => `कक्षा ${grade}`,
}

const states = {
  live: "अभी लाइव",
  scheduled: "आने वाली",
  completed: "पूरी हुई",
  cancelled: "रद्द",
}

export const classTextHi: ClassText = {
  states,
  names,
  place: {
    ...states,
    join: "लाइव जुड़ें",
    "sign-in": "नामांकन के लिए साइन इन करें",
    "sign-in-enrol": "साइन इन करके नामांकन करें",
    "request-demo": "डेमो माँगें",
    enrol: "अभी नामांकन करें",
    "join-waitlist": "वेटलिस्ट में जुड़ें",
    waiting: "वेटलिस्ट में",
    enrolled: "नामांकित",
    pending: "अनुरोध भेजा गया",
    approved: "अनुरोध मंज़ूर",
    rejected: "अनुरोध नामंज़ूर",
  },
  live: "अभी लाइव",
  over: "हो चुकी",
  demo: "डेमो",
  types: { regular: "नियमित क्लास", demo: "डेमो क्लास" },
  // "शाम 5:00 से 6:00 बजे तक": the part of the day is said once, and बजे as well.
  fromTo: (from, to) => {
    const [part = "", time = ""] = from.split(" ")
    return `${part} ${time} से ${to.startsWith(part) ? to.slice(part.length + 1) : to} तक`
  },
  until: (end) => `${end} तक`,
  ownTime: (time) => `आपके समय से ${time}`,
  with: (teacher) => `टीचर: ${teacher}`,
  seatsTaken: (taken, all) => `${all} में से ${taken} सीटें भरीं`,
  inLine: (place) => `वेटलिस्ट में आपका नंबर: ${place}`,
  childInLine: (place) => `वेटलिस्ट में नंबर ${place}`,
  callBy: (when) => `हम आपको ${when} तक फ़ोन करेंगे`,
  holding: (until) => `आपके लिए एक सीट ${until} तक रोकी गई है।`,
  askAgain: "आप किसी दूसरी डेमो क्लास के लिए अनुरोध कर सकते हैं।",
  otherTimes: ["आप", "कोई दूसरा समय चुन", "सकते हैं।"],
  chooseOther: "कोई दूसरा समय चुनें:",
  choosing: "चुना जा रहा है...",
  offered: {
    title: "अपने डेमो के लिए दूसरा समय चुनें",
    couldNot: (day) => ` ${day} को नहीं हो सकती।`,
  },
  addToCalendar: "कैलेंडर में जोड़ें",
  calendar: {
    title: "आपका कैलेंडर",
    text: "अपनी क्लास उसी कैलेंडर में देखें जिसे आप पहले से इस्तेमाल करते हैं।",
    subscribe: "कैलेंडर से जोड़ें",
  },
  open: "क्लास खोलें",
  edit: "बदलें",
  slides: "स्लाइड",
  register: "हाज़िरी लें",
  startLive: "लाइव शुरू करें",
  starting: "शुरू हो रही है...",
  remove: {
    label: "हटाएँ",
    title: "यह क्लास हटाएँ?",
    text: (title, seats) =>
      seats === 0
        ? `“${title}” ट्रैश में चली जाएगी। 30 दिन तक आप इसे वापस ला सकते हैं।`
        : `“${title}” और इसकी ${seats} भरी सीटें ट्रैश में चली जाएँगी। 30 दिन तक आप इन्हें वापस ला सकते हैं।`,
    confirm: "क्लास हटाएँ",
    busy: "हट रही है...",
    ofSeries: "यह क्लास हर हफ़्ते की शृंखला का हिस्सा है। क्या हटाना है?",
  },
  scopes: { one: "सिर्फ़ यह क्लास", following: "यह और आगे की सभी क्लास" },
}

export const listTextHi: typeof listText = {
  title: "लाइव क्लास",
  metaTitle: (title) => `${title} · लाइव क्लास`,
  description: "दिन और पाठ्यक्रम के हिसाब से लाइव ऑनलाइन क्लास। देखें अभी क्या चल रहा है, सीट लें या मुफ़्त डेमो माँगें।",
  lead: "क्लास चुनें, सीट लें और शुरू होते ही एक क्लिक में जुड़ें।",
  joinLive: "लाइव क्लास में जुड़ें",
  schedule: "नई क्लास रखें",
  nowLive: (title, teacher) => `${title}, टीचर: ${teacher}`,
  next: (title, day, time) => `अगली क्लास: ${title} · ${day}, ${time}`,
  noneLive: "अभी कोई क्लास लाइव नहीं है।",
  filters: "फ़िल्टर",
  date: "तारीख़",
  show: "दिखाएँ",
  days: "दिन",
  allDays: "सभी दिन",
  curriculum: "पाठ्यक्रम",
  kind: "क्लास का प्रकार",
  today: "आज",
  tomorrow: "कल",
  all: "सभी",
  allKinds: "सभी क्लास",
  heading: (curriculum, isDemo) => {
    const classes = isDemo ? "डेमो क्लास" : "लाइव क्लास"
    return curriculum ? `${curriculum} की ${classes}` : isDemo ? classes : `सभी ${classes}`
  },
  available: (classes) => `${classes} क्लास उपलब्ध`,
  checkDevice: "अपना डिवाइस जाँचें",
  recordings: "रिकॉर्डिंग",
  empty: "कोई क्लास नहीं मिली",
  emptyText: "कोई दूसरी तारीख़ या पाठ्यक्रम चुनकर देखें",
  showAll: "सभी क्लास दिखाएँ",
  loading: "लोड हो रहा है...",
  more: "और क्लास दिखाएँ",
  fromStart: "शुरू से देखें",
  unknown: "यह क्लास नहीं मिली",
  unknownText: "शायद इसे हटा दिया गया है। आप इन क्लास में जुड़ सकते हैं।",
  stats: {
    title: "आज के आँकड़े",
    of: (day) => `${day} के आँकड़े`,
    live: "लाइव क्लास",
    upcoming: "आने वाली",
    students: "कुल स्टूडेंट",
  },
  weekly: "हर हफ़्ते",
  oneOnOne: "वन-ऑन-वन, सिर्फ़ आपके लिए",
  byInvitation: "न्योते से",
  onPremises: "केंद्र पर",
  substituting: (teacher) => `, ${teacher} की जगह`,
  full: "भरी हुई",
  held: (seats) => `${seats} रोकी हुई`,
  waiting: (students) => `${students} वेटलिस्ट में`,
  joining: "जुड़ रहे हैं...",
  sending: "भेज रहे हैं...",
  enrolling: "नामांकन हो रहा है...",
  leaving: "छोड़ रहे हैं...",
  withdrawing: "वापस ले रहे हैं...",
  giveUp: {
    label: "अपनी सीट छोड़ें",
    title: "अपनी सीट छोड़ दें?",
    oneOnOne: (title) => `“${title}” रद्द हो जाएगी। यह समय कोई दूसरा स्टूडेंट बुक कर सकेगा।`,
    text: (title) =>
      `“${title}” में आपकी सीट वेटलिस्ट में सबसे आगे वाले स्टूडेंट को मिलेगी। वेटलिस्ट ख़ाली हो, तो सीट सबके लिए खुल जाएगी।`,
  },
  leaveWaitlist: {
    label: "वेटलिस्ट छोड़ें",
    title: "वेटलिस्ट छोड़ दें?",
    text: (title) => `“${title}” की वेटलिस्ट में फिर से जुड़ने पर आप सबसे पीछे होंगे।`,
  },
  withdraw: {
    label: "अनुरोध वापस लें",
    title: "अपना अनुरोध वापस लें?",
    text: (title) => `“${title}” में आपके लिए रोकी गई सीट किसी और को मिल जाएगी। आप फिर से अनुरोध कर सकते हैं।`,
  },
}
