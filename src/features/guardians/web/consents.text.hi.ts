import type { consentsText } from "./consents.text.ts"

/** The texts of the list of consents in Hindi. */
export const consentsTextHi: typeof consentsText = {
  title: "सहमति",
  own: "हर एक का फ़ैसला अलग है, और आप उसे कभी भी बदल सकते हैं।",
  child: "इनका फ़ैसला आपके माता-पिता या अभिभावक अपने पेज पर लेते हैं।",
  given: "सहमति है",
  waiting: "पुष्टि बाक़ी है",
  waitsForYou:
    "आपने सहमति दी है, पर वह अभी लागू नहीं है: पहले ऑफ़िस पुष्टि करेगा कि आप ही माता-पिता या अभिभावक हैं। कोड से बस इतना पता चलता है कि फ़ोन किसके पास है। ऑफ़िस आएँ, वहाँ फ़ोन करें, या हस्ताक्षर किया हुआ फ़ॉर्म भेजें।",
  waitsForGuardian:
    "आपके अभिभावक सहमत हैं, पर यह अभी लागू नहीं है: पहले ऑफ़िस पुष्टि करेगा कि वे ही आपके माता-पिता या अभिभावक हैं। उनसे कहें कि ऑफ़िस आएँ या वहाँ फ़ोन करें।",
  notGiven: "सहमति नहीं है",
  give: "सहमति दें",
  withdraw: "वापस लें",
  givenSince: (when) => `सहमति दी गई: ${when}`,
  givenByPaper: (when) => `हस्ताक्षर किए हुए फ़ॉर्म से सहमति दी गई: ${when}`,
  changed: "आपका फ़ैसला अभी से लागू है",
  otherLanguage: "Read in English",
}
