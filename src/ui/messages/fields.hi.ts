import type { FieldCode } from "./fields.en.ts"

/** The field codes in Hindi. */
export const fieldMessagesHi: Record<FieldCode, string> = {
  GUARDIAN_NAME_MISSING: "माता-पिता या अभिभावक का नाम लिखें",
  NOTICE_OUTDATED: "इस बीच पाठ बदल गया है: पेज फिर से खोलकर दोबारा पढ़ें",
  FILE_TOO_LARGE: "यह फ़ाइल 20 MB से बड़ी है: छोटी फ़ाइल या लिंक भेजें",
  FILE_EMPTY: "यह फ़ाइल ख़ाली है: कोई दूसरी चुनें",
  FILE_KIND: "ऐसी फ़ाइल नहीं भेजी जा सकती: PDF, तस्वीर, टेक्स्ट, आवाज़ या Office की फ़ाइल चुनें",
  FILES_TOO_MANY: "इस क्लास में 50 फ़ाइलें हो चुकी हैं: पहले कोई एक हटाएँ",
  CAPTIONS_TOO_LARGE: "ये कैप्शन 1 MB से ज़्यादा हैं: पूरी क्लास के लिए इससे कम काफ़ी हैं",
  CAPTIONS_KIND: "यह WebVTT फ़ाइल नहीं है, जो WEBVTT शब्द से शुरू होती है: कैप्शन .vtt में सहेजें",
  CAPTIONS_EMPTY: "इस फ़ाइल में कोई कैप्शन नहीं है: कोई दूसरी चुनें",
  MATERIALS_TOO_MANY: "इस कोर्स में 100 फ़ाइलें हैं: पहले एक हटाएँ",
  ZONE_IN_USE: "इस ज़ोन में क्लास तय हैं: यह तभी बदल सकता है जब कोई क्लास न हो",
  OPTIONS_ALIKE: "दो विकल्प एक जैसे हैं: एक बदलें",
  CHOICE_UNKNOWN: "मतदान के विकल्पों में से चुनें",
  ONE_CHOICE_ONLY: "एक ही विकल्प चुनें",
  STUDENT_UNKNOWN: "इस क्लास में इस छात्र की सीट नहीं है",
  VENUE_REQUIRED: "लिखें कि क्लास कहाँ होगी",
  PROGRAM_UNKNOWN: "सूची से प्रोग्राम चुनें",
  SERIES_TOO_LONG: "एक शृंखला में ज़्यादा से ज़्यादा 60 क्लासें, 2100 से पहले: पहले की तारीख़ या कम दिन चुनें",
  SERIES_END_REQUIRED: "शृंखला का आख़िरी दिन चुनें",
  SERIES_ENDS_BEFORE_START: "आख़िरी दिन पहली क्लास से पहले नहीं हो सकता",
  SERIES_WEEKS_REQUIRED: "लिखें कितने हफ़्ते, 1 से 60",
  SUBSTITUTE_BUSY: "इस शिक्षक की उस समय दूसरी क्लास है: किसी और को चुनें",
  SUBSTITUTE_IS_OWNER: "यह इसी शिक्षक की क्लास है: किसी और को चुनें",
  PASSWORD_SHORT: "कम से कम 8 अक्षर रखें",
  PASSWORD_COMMON: "यह पासवर्ड बहुत आम है और चोरी हुए पासवर्डों की सूचियों में है: कोई दूसरा चुनें",
  PASSWORD_PERSONAL:
    "यह लगभग किसी नाम, ईमेल, फ़ोन नंबर या अकादमी का नाम ही है। तीन-चार ऐसे शब्द चुनें जिनका आपस में कोई संबंध न हो",
  PASSWORD_GUESSABLE:
    "इसका अनुमान लगाना आसान है: साल, कीबोर्ड की कतारें और दोहराए गए अक्षर गिने नहीं जाते। तीन-चार ऐसे शब्द चुनें जिनका आपस में कोई संबंध न हो",
  PHONE_INVALID: "दस अंकों का मोबाइल नंबर दें, जैसे 98765 43210",
  PARENT_PHONE_IS_OWN: "अभिभावक का अपना नंबर दें, छात्र का नहीं",
  END_BEFORE_START: "समाप्ति का समय शुरू होने के बाद का होना चाहिए",
  CLASS_IN_PAST: "यह समय बीत चुका है: आगे का समय चुनें",
  CLASS_OVERLAPS: "यह समय उसी शिक्षक की दूसरी क्लास से टकराता है: कोई और समय चुनें",
  CAPACITY_BELOW_SEATS: "इससे ज़्यादा सीटें पहले ही भर चुकी हैं",
  DROP_REASON_MISSING: "बताएँ कि यह संदेश क्यों न भेजा जाए",
  SNAPSHOT_INVALID: "स्नैपशॉट 200 kB तक का JPEG होता है",
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
