import { contactText as en } from "./contact.text.ts"

const hi: typeof en = {
  title: "संपर्क",
  heading: "हमसे बात करें",
  lead: "किसी प्रोग्राम, किट, फ़ीस या ठीक न रही क्लास के बारे में पूछें। हर मैसेज कोई व्यक्ति पढ़ता है।",
  meta: (brand) => `${brand} को लिखें, फ़ोन करें या मिलें: फ़ोन, ई-मेल, पता, सहायता का समय और संपर्क फ़ॉर्म।`,
  form: "मैसेज लिखें",
  name: "आपका नाम",
  email: "ई-मेल",
  phone: "फ़ोन",
  phoneHint: "यदि आप चाहें कि हम फ़ोन करें।",
  topic: "बात किस बारे में है?",
  chooseTopic: "विषय चुनें",
  topics: {
    programs: "प्रोग्राम और डेमो क्लास",
    kit: "यूनिफ़ॉर्म और लर्निंग किट",
    fees: "फ़ीस, सदस्यता और रिफ़ंड",
    technical: "खाते या लाइव क्लास में मदद",
    teaching: "हमारे साथ पढ़ाना",
    other: "कुछ और",
  },
  message: "मैसेज",
  messageHint: "बच्चे की क्लास के लिए गतिविधि और उम्र बताएँ।",
  trap: "वेबसाइट (इसे ख़ाली छोड़ दें)",
  send: "मैसेज भेजें",
  privacy: "यहाँ लिखी बात हम केवल आपको जवाब देने के लिए काम में लाते हैं।",
  privacyLink: "गोपनीयता नीति",
  sent: {
    title: "मैसेज भेज दिया गया",
    description: (opens, closes) => `यह ऑफ़िस तक पहुँच गया है; जवाब ${opens} से ${closes} के बीच मिलता है।`,
  },
  errorTitle: "मैसेज नहीं भेजा गया",
  reach: "हम तक पहुँचने के और तरीक़े",
  call: "फ़ोन",
  write: "ई-मेल",
  visit: "पता",
  hours: "सहायता का समय",
  hoursText: (opens, closes) => `${opens} से ${closes}, भारतीय समय`,
  callBack: (least, most) => `अपना नंबर छोड़ दें, हम ${least} से ${most} के भीतर फ़ोन करते हैं, इन्हीं घंटों में गिनकर।`,
}

/** The texts of the contact page. */
export const contactTexts = { en, hi }
