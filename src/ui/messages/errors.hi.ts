import type { ErrorCode, ErrorText, Wait } from "./errors.en.ts"

/** The Hindi text shown for each error code of the contract. */
export const errorMessagesHi: Record<ErrorCode, ErrorText> = {
  BAD_REQUEST: {
    title: "यह नहीं हो सका",
    description: "शायद यह पेज पुराना हो गया है। इसे फिर से खोलें और दोबारा कोशिश करें।",
  },
  UNAUTHENTICATED: { title: "साइन इन ज़रूरी है", description: "आगे बढ़ने के लिए कृपया साइन इन करें।" },
  FORBIDDEN: {
    title: "अनुमति नहीं है",
    description: "आपके खाते को इसकी अनुमति नहीं है। अगर होनी चाहिए, तो अपनी अकादमी के ऑफ़िस से पूछें।",
  },
  NOT_FOUND: {
    title: "नहीं मिला",
    description: "शायद इसे हटा दिया गया है। ताज़ा जानकारी के लिए पेज फिर से खोलें।",
  },
  FIELD_ERRORS: { title: "कृपया फ़ॉर्म जाँच लें", description: "जिन जगहों पर निशान है, उन्हें जाँच लें।" },
  PAYLOAD_TOO_LARGE: {
    title: "भेजने के लिए बहुत बड़ा है",
    description: "टेक्स्ट छोटा करें या 20 MB तक की छोटी फ़ाइल चुनें, फिर दोबारा भेजें।",
  },
  URI_TOO_LONG: {
    title: "यह पता बहुत लंबा है",
    description: "पेज को बिना खोज के खोलें, फिर कम शब्दों से खोजें।",
  },
  TOO_MANY_REQUESTS: { title: "बहुत बार कोशिश हुई", description: "कुछ मिनट रुककर फिर कोशिश करें।" },
  EMAIL_TAKEN: {
    title: "साइन अप नहीं हुआ",
    description: "इस ई-मेल से खाता पहले से है। उसी से साइन इन करें या दूसरा ई-मेल दें।",
  },
  INVALID_CREDENTIALS: {
    title: "साइन इन नहीं हुआ",
    description: "ई-मेल या पासवर्ड ग़लत है। दोनों जाँचकर फिर कोशिश करें।",
  },
  INSTRUCTORS_ONLY: {
    title: "साइन इन नहीं हुआ",
    description: "प्रवेश नहीं मिला। यह पोर्टल केवल टीचरों के लिए है।",
  },
  ACCOUNT_DISABLED: {
    title: "साइन इन नहीं हुआ",
    description: "यह खाता बंद है। इसे चालू कराने के लिए अपनी अकादमी के ऑफ़िस से कहें।",
  },
  ALREADY_ENROLLED_IN_PROGRAM: {
    title: "नामांकन पहले से है",
    description: "आप इस कोर्स में पहले से नामांकित हैं।",
  },
  ALREADY_ENROLLED: { title: "नामांकन पहले से है", description: "आप इस क्लास में पहले से नामांकित हैं।" },
  CLASS_FULL: {
    title: "क्लास भर चुकी है",
    description: "इस क्लास की सभी सीटें भर चुकी हैं। कोई दूसरी क्लास चुनें।",
  },
  CLASS_NOT_OPEN: {
    title: "क्लास बंद हो चुकी है",
    description: "इस क्लास में अब प्रवेश नहीं हो सकता। आगे की कोई क्लास चुनें।",
  },
  CLASS_HAS_RECORDS: {
    title: "त्रुटि",
    description: "क्लास हटाई नहीं जा सकी। इसमें हाज़िरी दर्ज है, जिसे रखना ज़रूरी है। इसे रद्द करें।",
  },
  CLASS_TIME_TAKEN: {
    title: "समय भर चुका है",
    description: "इस समय अब इन्हीं टीचर की दूसरी क्लास है। पहले उसका समय बदलें, फिर इसे बिन से वापस लाएँ।",
  },
  INSTRUCTOR_GONE: {
    title: "टीचर नहीं हैं",
    description: "इस क्लास के टीचर अब इसे नहीं पढ़ा सकते। किसी और टीचर के साथ नई क्लास रखें।",
  },
  CLASS_NOT_LIVE: {
    title: "क्लास लाइव नहीं है",
    description: "यह क्लास अभी लाइव नहीं है। ताज़ा जानकारी के लिए पेज फिर से खोलें।",
  },
  TOO_EARLY: {
    title: "अभी जल्दी है",
    description: "क्लास अपने समय से 15 मिनट पहले शुरू की जा सकती है।",
  },
  DEMO_REQUEST_REQUIRED: {
    title: "डेमो क्लास का अनुरोध ज़रूरी है",
    description: "कृपया पहले इस डेमो क्लास के लिए अनुरोध भेजें।",
  },
  REQUEST_ALREADY_SENT: {
    title: "अनुरोध भेजा जा चुका है",
    description: "इस डेमो क्लास के लिए आपका अनुरोध पहले ही भेजा जा चुका है।",
  },
  TRIAL_TAKEN: {
    title: "मुफ़्त ट्रायल ले लिया गया",
    description:
      "हर गतिविधि का एक मुफ़्त ट्रायल होता है, और {activity} में आपका ट्रायल “{class_title}” है: {scheduled_date}, {start_time}। आगे सीखने के लिए किसी क्लास में एनरोल करें।",
  },
  OFFER_ALREADY_ACCEPTED: {
    title: "समय चुना जा चुका है",
    description: "आपने इनमें से कोई दूसरा समय चुना है। उसे देखने के लिए पेज फिर से खोलें।",
  },
  SLOT_GONE: {
    title: "यह समय जा चुका है",
    description: "यह समय अब ख़ाली नहीं है। कोई और चुनें।",
  },
  NOT_A_DEMO: {
    title: "अनुरोध की ज़रूरत नहीं",
    description: "इस क्लास के लिए अनुरोध की ज़रूरत नहीं है। सीधे एनरोल करें।",
  },
  ALREADY_ANSWERED: {
    title: "जवाब दिया जा चुका है",
    description: "इस अनुरोध का जवाब पहले ही दिया जा चुका है।",
  },
  ENROLMENT_REQUIRED: {
    title: "नामांकन ज़रूरी है",
    description: "लाइव सत्र में शामिल होने के लिए कृपया इस क्लास में नामांकन करें।",
  },
  REQUEST_PENDING: {
    title: "अनुरोध लंबित है",
    description: "आपका डेमो क्लास अनुरोध टीचर की मंज़ूरी की प्रतीक्षा में है।",
  },
  REQUEST_DENIED: {
    title: "अनुरोध मंज़ूर नहीं हुआ",
    description: "आपके डेमो क्लास अनुरोध को मंज़ूरी नहीं मिली।",
  },
  CLASS_NOT_READY: { title: "क्लास तैयार नहीं है", description: "टीचर ने अभी क्लास शुरू नहीं की है।" },
  CLASS_OVER: {
    title: "क्लास समाप्त",
    description: "यह क्लास समाप्त हो चुकी है। इसकी रिकॉर्डिंग ‘रिकॉर्डिंग’ में मिलेगी।",
  },
  REMOVED_FROM_CLASS: {
    title: "क्लास से हटाया गया",
    description: "टीचर ने आपको इस क्लास से हटा दिया है। अगर यह ग़लती से हुआ है, तो अपनी अकादमी से बात करें।",
  },
  VIDEO_UNAVAILABLE: {
    title: "वीडियो उपलब्ध नहीं",
    description: "वीडियो सर्वर काम नहीं कर रहा। थोड़ा रुककर फिर से जुड़ें।",
  },
  ANSWER_CLOSED: {
    title: "जवाब देने का समय बीत गया",
    description: "अकादमी को फ़ोन करें, वे आपका जवाब लिख लेंगे।",
  },
  MAKE_UP_GONE: {
    title: "यह सीट भर चुकी है",
    description: "यह सीट किसी और ने ले ली, या क्लास रद्द हो गई। कोई दूसरी क्लास चुनें।",
  },
  MAKE_UP_TAKEN: {
    title: "आप सीट ले चुके हैं",
    description: "एक छूटी हुई क्लास के बदले एक क्लास मिलती है। इसे बदलने के लिए अकादमी को फ़ोन करें।",
  },
  NOTICE_SETTLED: {
    title: "फ़ैसला हो चुका है",
    description: "इस मैसेज के बारे में कोई और फ़ैसला ले चुका है। देखने के लिए पेज फिर से खोलें।",
  },
  NOTICE_UNKNOWN: {
    title: "शायद भेजा जा चुका है",
    description:
      "ताकि किसी को दो बार मैसेज न जाए, अभिभावक से पूछें या SMS कंपनी की सूची देखें। फिर चुनें कि मैसेज मिला या नहीं।",
  },
  MEDICAL_LIMIT: {
    title: "बीमारी की छुट्टियों की सीमा पूरी",
    description: "इस महीने इस स्टूडेंट की बीमारी की दो छुट्टियाँ सबूत के साथ दर्ज हो चुकी हैं। अब हर छुट्टी गिनी जाएगी।",
  },
  NOT_ON_REGISTER: { title: "रजिस्टर में नहीं", description: "यह स्टूडेंट इस क्लास में नहीं है।" },
  EMAIL_UNCONFIRMED: {
    title: "लॉगिन नहीं हुआ",
    description: "साइन इन करने से पहले अपना ई-मेल खोलकर खाते की पुष्टि करें।",
  },
  CODE_INVALID: {
    title: "पुष्टि नहीं हुई",
    description: "कोड ग़लत है, इस्तेमाल हो चुका है या उसका समय बीत गया। सबसे नया मेल देखें, या वापस जाकर नया कोड लें।",
  },
  MAIL_UNAVAILABLE: {
    title: "त्रुटि",
    description: "यह अकादमी अभी मेल नहीं भेज सकती। पासवर्ड से साइन इन करें।",
  },
  LINK_EXPIRED: {
    title: "त्रुटि",
    description: "इस लिंक का समय बीत गया या यह इस्तेमाल हो चुका है। नया लिंक माँगें।",
  },
  ALREADY_CONFIRMED: { title: "पुष्टि हो चुकी है", description: "आपके ई-मेल की पुष्टि पहले ही हो चुकी है।" },
  PROFILE_EXISTS: { title: "प्रोफ़ाइल पूरी है", description: "आपकी प्रोफ़ाइल पहले ही पूरी हो चुकी है।" },
  GOOGLE_UNAVAILABLE: {
    title: "त्रुटि",
    description: "अभी Google से संपर्क नहीं हो पा रहा। ई-मेल से साइन इन करें, या थोड़ी देर में फिर कोशिश करें।",
  },
  GOOGLE_FAILED: {
    title: "त्रुटि",
    description: "Google से यह साइन इन किसी दूसरे ब्राउज़र में शुरू हुआ था, या बहुत देर हो गई। फिर कोशिश करें।",
  },
  GOOGLE_REFUSED: {
    title: "त्रुटि",
    description: "यहाँ Google साइन इन ठीक से सेट नहीं है। ई-मेल से साइन इन करें और अकादमी को बताएँ।",
  },
  GOOGLE_CANCELLED: { title: "त्रुटि", description: "Google से साइन इन रद्द कर दिया गया।" },
  GOOGLE_EMAIL_UNVERIFIED: {
    title: "त्रुटि",
    description: "Google ने आपके ई-मेल की पुष्टि नहीं की है। पहले Google पर पुष्टि करें, या यहाँ पासवर्ड से साइन अप करें।",
  },
  PASSWORD_ASKED: {
    title: "एक क़दम और",
    description: "आपने किसी दूसरे ब्राउज़र में साइन अप किया था। अपना पासवर्ड भरें, या नया चुनें।",
  },
  CODE_WRONG: {
    title: "पुष्टि नहीं हुई",
    description: "कोड ग़लत है, इस्तेमाल हो चुका है या उसका समय बीत गया। जाँच लें, या नया कोड लें।",
  },
  CONSENT_REQUIRED: {
    title: "अभिभावक की सहमति चाहिए",
    description:
      "लाइव क्लास के लिए पहले आपके माता-पिता या अभिभावक को /guardian पेज पर सहमति देनी होगी। अपने खाते के पेज से आप उन्हें कोड भेज सकते हैं।",
  },
  GUARDIAN_DECIDES: {
    title: "यह अभिभावक तय करते हैं",
    description: "यह आपके माता-पिता या अभिभावक अपने पेज पर तय करते हैं।",
  },
  STUDENT_DECIDES: {
    title: "यह आपका बच्चा तय करता है",
    description: "वे अब 18 साल के हैं और अपने खाते के पेज पर ख़ुद तय करते हैं।",
  },
  DATE_OF_BIRTH_GIVEN: {
    title: "आपकी जन्मतिथि हमारे पास है",
    description: "अगर वह ग़लत है, तो अकादमी के ऑफ़िस से उसे ठीक कराएँ।",
  },
  GUARDIAN_ROLE: {
    title: "अभिभावक की भूमिका नहीं बदलती",
    description: "अभिभावक सिर्फ़ फ़ोन से साइन इन करते हैं। दूसरी भूमिका के लिए उनसे अलग से साइन अप करने को कहें।",
  },
  LAST_ADMIN: {
    title: "आप अकेले एडमिन हैं",
    description: "पहले किसी और को एडमिन बनाएँ, वरना अकादमी में कोई एडमिन नहीं रहेगा।",
  },
  OWN_ACCOUNT: {
    title: "यह आपका अपना खाता है",
    description: "आप अपनी भूमिका नहीं बदल सकते और अपना खाता बंद नहीं कर सकते। किसी दूसरे एडमिन से कहें।",
  },
  PROOF_NEEDED: {
    title: "पुष्टि करें कि यह आप ही हैं",
    description: "अपना पासवर्ड एक बार फिर भरें और यह काम दोबारा करें।",
  },
  NO_PROOF_HERE: {
    title: "फिर से साइन इन करें",
    description: "आगे बढ़ने के लिए साइन आउट करें, फिर से साइन इन करें और यह काम दोबारा करें।",
  },
  PASSWORD_WRONG: { title: "त्रुटि", description: "यह आपका पासवर्ड नहीं है। जाँचकर फिर कोशिश करें।" },
  SECOND_STEP_REQUIRED: {
    title: "एक क़दम और",
    description: "आपका ऑथेंटिकेटर ऐप जो कोड दिखाता है, वह भरें।",
  },
  SIGN_IN_EXPIRED: {
    title: "पुष्टि नहीं हुई",
    description: "साइन इन में बहुत देर हुई या बहुत बार कोशिश हुई। फिर से शुरू करें।",
  },
  TWO_STEP_UNREADABLE: {
    title: "रिकवरी कोड इस्तेमाल करें",
    description:
      "आपकी अकादमी ने अपनी सुरक्षा कुंजी बदल दी है, इसलिए आपके ऐप के कोड अब काम नहीं करते। रिकवरी कोड भरें, या किसी एडमिन से दो चरणों वाला साइन इन रीसेट करने को कहें।",
  },
  TWO_STEP_ON: { title: "पहले से चालू है", description: "दो चरणों वाला साइन इन पहले से चालू है। पेज फिर से खोलें।" },
  TWO_STEP_REQUIRED: {
    title: "आपकी अकादमी में ज़रूरी है",
    description: "आपकी अकादमी में आपकी भूमिका के लिए दो चरणों वाला साइन इन ज़रूरी है, इसलिए इसे बंद नहीं किया जा सकता।",
  },
  DRAWING_HELD: {
    title: "व्हाइटबोर्ड पर लिखना बंद है",
    description: "टीचर ने स्टूडेंट के लिए व्हाइटबोर्ड पर लिखना बंद किया है।",
  },
  WHITEBOARD_FULL: {
    title: "व्हाइटबोर्ड भर गया है",
    description: "जो अब ज़रूरी नहीं है उसे मिटाएँ, या चैट में लिखें।",
  },
  CHAT_HELD: { title: "चैट बंद है", description: "टीचर ने चैट बंद की है।" },
  POLL_CLOSED: { title: "पोल बंद है", description: "इस पोल में अब वोट नहीं दे सकते।" },
  ALREADY_VOTED: { title: "आप वोट दे चुके हैं", description: "इस पोल में वोट बदला नहीं जा सकता।" },
  IMPORT_REFUSED: {
    title: "कुछ भी इंपोर्ट नहीं हुआ",
    description: "कुछ पंक्तियों में ग़लतियाँ हैं। उन्हें ठीक करें और सूची फिर से जाँचें।",
  },
  IMPORT_IN_USE: {
    title: "यह इंपोर्ट वापस नहीं लिया जा सकता",
    description: "इसका कुछ हिस्सा इस्तेमाल हो रहा है। इसे एक-एक करके बदलें या हटाएँ।",
  },
  IMPORT_TOO_OLD: {
    title: "यह इंपोर्ट वापस नहीं लिया जा सकता",
    description: "इंपोर्ट एक घंटे तक वापस लिया जा सकता है। अब इसे एक-एक करके बदलें या हटाएँ।",
  },
  ALREADY_JOINED: {
    title: "पहले ही जुड़ चुके हैं",
    description: "ये साइन इन कर सकते हैं। 'Forgot Password' से नया पासवर्ड बनता है।",
  },
  STORAGE_FULL: {
    title: "फ़ाइल के लिए जगह नहीं",
    description: "अकादमी की डिस्क भर गई है। ऑफ़िस को बताएँ और बाद में फिर कोशिश करें।",
  },
  SERVICE_UNAVAILABLE: {
    title: "हमारी तरफ़ से जवाब नहीं आ रहा",
    description: "आपने जो लिखा है वह यहीं है। एक मिनट बाद फिर कोशिश करें।",
  },
  ROOM_LOCKED: {
    title: "क्लास बंद है",
    description: "टीचर ने क्लास में आना रोक दिया है। उनसे बात करें, या थोड़ी देर में फिर कोशिश करें।",
  },
  SUBSCRIPTION_LINK_EXPIRED: {
    title: "यह लिंक अब मान्य नहीं है",
    description: "नया लिंक भेजा जा चुका है, या यह एक हफ़्ते से पुराना है। ब्लॉग पर फिर से सब्सक्राइब करें।",
  },
}

export const unknownErrorHi: ErrorText = {
  title: "त्रुटि",
  description: "कुछ गड़बड़ हो गई। फिर कोशिश करें। दोबारा हो, तो हमें बताएँ।",
}

const OTHER_WAYS_HI: Record<string, string> = {
  "code-or-reset": "या ई-मेल पर आए कोड से साइन इन करें, या पासवर्ड बदलें",
  "password-or-reset": "या पिछले कोड का इस्तेमाल करें, पासवर्ड से साइन इन करें, या पासवर्ड बदलें",
  "newest-link": "या अपने इनबॉक्स में सबसे नया लिंक खोलें, वह एक घंटे तक काम करता है",
  "child-or-office":
    "या अपने बच्चे से कहें कि वह अपने खाते के पेज से आपको कोड भेजे, या ऑफ़िस को फ़ोन करें। पहले भेजे गए कोड अब भी काम करते हैं",
}

/** How long to wait, and what else can be done, as `waitText` says it in English. */
export function waitTextHi({ retry_after_seconds, other_way }: Wait): string {
  const minutes = Math.ceil(retry_after_seconds / 60)
  const wait = minutes > 90 ? `${Math.ceil(minutes / 60)} घंटे` : `${minutes} मिनट`
  const way = OTHER_WAYS_HI[other_way ?? ""]
  return `${wait} रुकें, ${way ?? "फिर कोशिश करें"}।`
}
