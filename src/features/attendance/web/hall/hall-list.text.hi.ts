import type { hallListText } from "./hall-list.text.ts"

/** The texts of a class's list from the hall, as staff see it, in Hindi. */
export const hallListTextHi: typeof hallListText = {
  title: "हॉल से",
  states: {
    open: "कोच की लिस्ट अभी पूरी नहीं हुई। पूरी होने पर ही माता-पिता को ग़ैरहाज़िरी बताई जाएगी।",
    "count-differs": "गिनती और दर्ज हाज़िरी अलग हैं। मेल खाने पर ही माता-पिता को बताया जाएगा।",
    complete: "कोच की लिस्ट पूरी है।",
  },
  released: "स्टाफ़ ने इस क्लास के मैसेज जाने दिए।",
  notCounted: "गिनती नहीं हुई",
  counted: (count) => `गिने गए: ${count}`,
  marked: (count) => `हाज़िर दर्ज: ${count}`,
  by: (name, when) => `${name}, ${when}`,
  releaseText: "लिस्ट नहीं आएगी? तो जो ग़ैरहाज़िर दर्ज हैं, उनके मैसेज भेज दें।",
  release: "मैसेज जाने दें",
  releasedDone: "मैसेज भेजे जा रहे हैं",
  children: "सूची से बाहर के बच्चे",
  unexpected: "सूची में नहीं",
  forgotten: "नाम हटाया गया",
  dismissed: "हटाया गया",
  was: (name) => `${name} थे`,
  who: "यह कौन था?",
  choose: "स्टूडेंट चुनें",
  chooseFirst: "पहले स्टूडेंट चुनें",
  resolve: "हाज़िर दर्ज करें",
  dismiss: "हटाएँ",
  resolved: "हाज़िर दर्ज किया",
  marks: "हॉल से दर्ज",
  markedAs: { present: "हाज़िर", late: "देर से", absent: "ग़ैरहाज़िर", excused: "छुट्टी माँगी" },
  counts: "यही मान्य है",
  arrived: (when) => `${when} पर पहुँचा`,
}
