import type { messagesText } from "./messages.text.ts"

/** The texts about messages to parents, in Hindi. */
export const messagesTextHi: typeof messagesText = {
  title: "माता-पिता को मैसेज",
  description: "जो मैसेज रोके गए, नहीं जा पाए, या जिनका जाना पक्का नहीं है। जब तक आप तय नहीं करते, कुछ नहीं भेजा जाएगा।",
  texts: "SMS",
  setUpTexts: "SMS चालू करें",
  which: "कौन-से मैसेज",
  tabs: { all: "सभी", held: "रुके हुए", failed: "नहीं गए", unknown: "पता नहीं" },
  empty: "अभी कुछ तय नहीं करना है",
  emptyText: "जो मैसेज रुकते हैं या नहीं जा पाते, वे वजह के साथ यहाँ दिखते हैं।",
  done: {
    send: (name) => `${name} को मैसेज भेजा जा रहा है`,
    drop: (name) => `${name} का मैसेज रद्द कर दिया गया`,
    told: (name) => `दर्ज हुआ: ${name} को फ़ोन पर बता दिया गया`,
    not_sent: (name) => `${name} को मैसेज नहीं गया था। अब आप उसे भेज सकते हैं।`,
  },
  kinds: { absence: "ग़ैरहाज़िरी", "absence-later": "ग़ैरहाज़िरी", "absence-correction": "सुधार" },
  decisions: { send: "भेजें", told: "फ़ोन पर बता दिया", not_sent: "यह नहीं गया था" },
  drop: "इसे न भेजें",
  dropWhy: "वजह",
  dropHint: "इसे क्यों नहीं भेजना है",
  dropButton: "न भेजें",
  columns: { who: "माता-पिता", number: "नंबर", status: "स्थिति", when: "कब, या क्यों" },
  noneDue: "कोई मैसेज नहीं भेजना था।",
}
