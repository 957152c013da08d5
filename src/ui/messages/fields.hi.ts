import type { FieldCode } from "./fields.en.ts"

/** The field codes in Hindi. */
export const fieldMessagesHi: Record<FieldCode, string> = {
  GUARDIAN_NAME_MISSING: "माता-पिता या अभिभावक का नाम लिखें",
  NOTICE_OUTDATED: "इस बीच पाठ बदल गया है: पेज फिर से खोलकर दोबारा पढ़ें",
  PROGRAM_UNKNOWN: "सूची से कोई प्रोग्राम चुनें",
  SERIES_TOO_LONG: "एक शृंखला में अधिक से अधिक 60 क्लास होती हैं, 2100 से पहले: जल्दी की तारीख़ या कम दिन चुनें",
  SERIES_ENDS_BEFORE_START: "आख़िरी दिन पहली क्लास से पहले नहीं हो सकता",
  SERIES_WEEKS_REQUIRED: "बताएँ कितने हफ़्ते, 1 से 60 तक",
  SERIES_END_REQUIRED: "शृंखला का आख़िरी दिन चुनें",
  SUBSTITUTE_BUSY: "इस समय इन शिक्षक की दूसरी क्लास है: किसी और को चुनें",
  SUBSTITUTE_IS_OWNER: "यह इन्हीं शिक्षक की क्लास है: किसी और को चुनें",
  VENUE_REQUIRED: "बताएँ क्लास कहाँ होगी",
  PASSWORD_SHORT: "कम से कम 8 अक्षर रखें",
  PASSWORD_COMMON: "यह पासवर्ड बहुत आम है और चोरी हुए पासवर्डों की सूचियों में है: कोई दूसरा चुनें",
  PASSWORD_PERSONAL: "यह लगभग आपका अपना नाम या ईमेल ही है: ऐसा चुनें जिसे कोई अनुमान न लगा सके",
  PHONE_INVALID: "दस अंकों का मोबाइल नंबर दें, जैसे 98765 43210",
  PARENT_PHONE_IS_OWN: "अभिभावक का अपना नंबर दें, छात्र का नहीं",
  END_BEFORE_START: "समाप्ति का समय शुरू होने के बाद का होना चाहिए",
  CLASS_IN_PAST: "यह समय बीत चुका है: आगे का समय चुनें",
  CLASS_OVERLAPS: "यह समय उसी शिक्षक की दूसरी क्लास से टकराता है: कोई और समय चुनें",
  CAPACITY_BELOW_SEATS: "इससे ज़्यादा सीटें पहले ही भर चुकी हैं",
  ONE_ON_ONE_CAPACITY: "वन-ऑन-वन क्लास में एक ही सीट होती है: ज़्यादा के लिए दूसरी क्लास रखें",
  SLOT_OVERLAPS: "इस बीच आप पहले से एक समय दे चुके हैं: आगे का समय चुनें, या पहले उसे वापस लें",
  INSTRUCTOR_UNKNOWN: "सूची में से शिक्षक चुनें",
}

/** What the contract's schemas say at a field, by its English sentence. */
export const sentencesHi: Record<string, string> = {
  "Fill in your name": "अपना नाम लिखें",
  "Use at most 120 characters": "ज़्यादा से ज़्यादा 120 अक्षर लिखें",
  "Give an e-mail address such as asha@example.com": "ई-मेल पता दें, जैसे asha@example.com",
  "Use at most 20 characters": "ज़्यादा से ज़्यादा 20 अक्षर लिखें",
  "Choose what it is about": "चुनें कि बात किस बारे में है",
  "Write your message": "अपना संदेश लिखें",
  "Write a little more, at least 10 characters": "थोड़ा और लिखें, कम से कम 10 अक्षर",
  "Use at most 4,000 characters": "ज़्यादा से ज़्यादा 4,000 अक्षर लिखें",
  "Leave this field empty": "इस जगह को ख़ाली छोड़ दें",
}
