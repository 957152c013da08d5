import type { importText } from "./import.text.ts"

const count = (of: number) => of.toLocaleString("en-IN")
const counted = (name: string) => (count: number) => `${count.toLocaleString("en-IN")} ${name}`

/** The texts of the page that imports lists, in Hindi. */
export const importTextHi: typeof importText = {
  title: "इंपोर्ट",
  description: "स्प्रेडशीट अपलोड या पेस्ट करें। कुछ भी सेव होने से पहले हर पंक्ति जाँची जाती है।",
  kindsLabel: "सूची किसकी है",
  kinds: {
    instructors: "टीचर",
    students: "स्टूडेंट",
    guardians: "अभिभावक",
    courses: "प्रोग्राम",
    timetable: "टाइमटेबल",
  },
  explained: {
    instructors: "वे तुरंत पढ़ा सकते हैं। इंपोर्ट के बाद उन्हें न्योता दें, हर कोई अपना पासवर्ड ख़ुद चुनेगा।",
    students:
      "हर स्टूडेंट के अभिभावक और प्रोग्राम भी लिखें। कई प्रोग्राम हों, तो उनके बीच ; लगाएँ। जिनका खाता पहले से है, उनका उनकी पंक्ति के प्रोग्रामों में नामांकन हो जाएगा। मासिक फ़ीस वाले प्रोग्राम के लिए paid_until में वह आख़िरी दिन लिखें, जब तक की फ़ीस भरी है: सबके लिए एक, या हर प्रोग्राम के लिए अलग, बीच में ; लगाकर।",
    guardians: "उन स्टूडेंट्स के लिए, जिनके अभिभावक अभी दर्ज नहीं हैं।",
    courses: "प्रोग्राम तुरंत कैटलॉग में दिखते हैं। जिस नाम का प्रोग्राम पहले से है, वह नहीं बदलता।",
    timetable: "हर पंक्ति एक क्लास है। उसके टीचर पहले से होने चाहिए, और प्रोग्राम लिखें तो वह भी।",
  },
  checked: "अभी कुछ सेव नहीं हुआ है",
  nothingNew: "सब कुछ पहले से मौजूद था",
  imported: (count) => `${count} इंपोर्ट हुए`,
  unchanged: (count) => `${count} पहले से थे और नहीं बदले।`,
  list: "आपकी सूची",
  file: "CSV फ़ाइल",
  paste: "या यहाँ पेस्ट करें",
  pasteHint: "स्प्रेडशीट से सेल कॉपी करें, कॉलम के नामों वाली पंक्ति के साथ",
  check: "सूची जाँचें",
  checking: "जाँच हो रही है...",
  columns: "कॉलम",
  required: "ज़रूरी",
  template: "नमूना फ़ाइल डाउनलोड करें",
  current: "मौजूदा डेटा डाउनलोड करें",
  inviteOne: "किसी एक को न्योता दें",
  preview: {
    errors: (rows) => (rows === 1 ? "1 पंक्ति में ग़लती है" : `${rows} पंक्तियों में ग़लतियाँ हैं`),
    nothing: "सब कुछ पहले से मौजूद है",
    ready: "इंपोर्ट के लिए तैयार",
    summary: "सूची एक नज़र में",
    fresh: "नए",
    same: "पहले से मौजूद",
    change: {
      again: "सदस्यता ख़त्म हुई थी, फिर से नामांकन होगा",
      changed: "पहले से मौजूद, फ़ीस अब दूसरी तारीख़ तक भरी है",
    },
    notes: {
      "without-end": (students) =>
        `मासिक फ़ीस वाले प्रोग्राम में ${count(students)} स्टूडेंट की फ़ीस की आख़िरी तारीख़ नहीं लिखी है: उनकी सीट कभी ख़त्म नहीं होगी और उनसे कभी फ़ीस नहीं ली जाएगी। paid_until में वह आख़िरी दिन लिखें, जब तक की फ़ीस भरी है, जैसे 31/01/2027।`,
      ended: (students) =>
        `${count(students)} स्टूडेंट की फ़ीस बीती हुई तारीख़ तक भरी है। अगली फ़ीस भरने तक उन्हें सीट नहीं मिलेगी।`,
      "kept-end": (students) =>
        `${count(students)} स्टूडेंट के प्रोग्राम की आख़िरी तारीख़ नहीं बदलेगी, क्योंकि नामांकन यहीं ऑर्डर या शुरू किया गया था, इंपोर्ट नहीं।`,
    },
    refused: "ग़लती वाले",
    fix: "ये पंक्तियाँ ठीक करें",
    fixText: "किसी पंक्ति में ग़लती रहे, तो कुछ भी इंपोर्ट नहीं होता। नीचे सूची ठीक करें और फिर जाँचें।",
    first: (shown, all) => `${all} में से पहले ${shown}।`,
    line: (line) => `पंक्ति ${line}`,
    import: (count) => `${count} इंपोर्ट करें`,
    importing: "इंपोर्ट हो रहा है...",
    empty: "(ख़ाली)",
  },
  history: {
    title: "हाल के इंपोर्ट",
    made: {
      instructors: counted("टीचर"),
      students: counted("स्टूडेंट"),
      guardians: counted("अभिभावक"),
      courses: counted("प्रोग्राम"),
      timetable: counted("क्लास"),
    },
    undone: "वापस लिया गया",
    partlyUndone: "कुछ हिस्सा वापस लिया गया",
    undoing: (done, total) =>
      `वापस लिया जा रहा है, ${total.toLocaleString("en-IN")} में से ${done.toLocaleString("en-IN")} हुए`,
    progress: "इंपोर्ट कितना वापस लिया जा चुका है",
    kept: (count) => `${count} वापस नहीं लिए जा सके, क्योंकि अब इनका इस्तेमाल हो रहा है:`,
    more: (count) => `और ${count}`,
    undo: "वापस लें",
    started: "इंपोर्ट वापस लिया जा रहा है",
    startedText: "आप यह पेज छोड़ सकते हैं। काम चलता रहेगा।",
    waiting: (count, when) => `${count} को न्योता भेजा गया, पर वे अभी नहीं जुड़े। पिछला न्योता: ${when}`,
    invite: (count) => `${count} को ई-मेल से न्योता दें`,
    again: (count) => `${count} को फिर से भेजें`,
    invited: (count) => (count === 0 ? "सबको न्योता पहले ही भेजा जा चुका है" : `${count} को ई-मेल से न्योता भेजा गया`),
  },
}
