import type { overviewText } from "./overview.text.ts"

/** The texts of the admin's overview, in Hindi. */
export const overviewTextHi: typeof overviewText = {
  title: "एक नज़र में",
  greeting: (name) => `नमस्ते, ${name}`,
  live: "अभी लाइव",
  liveText: "आप किसी भी क्लास में जा सकते हैं।",
  join: "क्लास में जाएँ",
  figures: {
    label: "अकादमी के आँकड़े",
    students: "स्टूडेंट",
    instructors: "टीचर",
    courses: "प्रोग्राम",
    enrolments: (_count, shown) => `${shown} नामांकन`,
    classes: "आज की क्लास",
    noneLive: "अभी कोई लाइव नहीं",
    live: (shown) => `${shown} अभी लाइव`,
  },
  activity: "हाल की गतिविधि",
  noActivity: "स्टाफ़ के किए बदलाव यहाँ दिखते हैं, और यह भी कि किसने किए।",
  audit: "ऑडिट लॉग देखें",
  attention: {
    title: "आपको करना है",
    kinds: {
      instructors: () => "टीचर को मंज़ूरी देनी है",
      numbers: (count) => (count === 1 ? "अभिभावक के नंबर की पुष्टि बाक़ी है" : "अभिभावकों के नंबर की पुष्टि बाक़ी है"),
      restored: (count) =>
        count === 1
          ? "मैसेज रुका है, क्योंकि यह कॉपी बैकअप से लौटाई गई है"
          : "मैसेज रुके हैं, क्योंकि यह कॉपी बैकअप से लौटाई गई है",
      guardians: () => "अभिभावक या जन्मतिथि की पुष्टि बाक़ी है",
      notices: (count) => (count === 1 ? "परिवार का मैसेज रुका है या नहीं गया" : "परिवारों के मैसेज रुके हैं या नहीं गए"),
      proofs: (count) => (count === 1 ? "बीमारी का सबूत देखना है" : "बीमारी के सबूत देखने हैं"),
      recordings: (count) => (count === 1 ? "रिकॉर्डिंग नहीं बन पाई" : "रिकॉर्डिंग नहीं बन पाईं"),
      enquiries: () => "संस्था के अनुरोध का जवाब देना है",
      refunds: () => "वापसी को मंज़ूरी देनी है",
      upi: (count) => (count === 1 ? "UPI भुगतान जाँचना है" : "UPI भुगतान जाँचने हैं"),
      calls: (count) =>
        count === 1 ? "वादा किए गए फ़ोन का समय निकल गया" : "वादा किए गए फ़ोन का समय निकल चुका है",
    },
  },
  checklist: {
    title: "पहली क्लास की तैयारी",
    progress: (done, all) => `${all} में से ${done} काम हुए। जो काम हो जाए, उस पर निशान अपने-आप लगता है।`,
    show: (done, all) => `तैयारी की सूची दिखाएँ (${all} में से ${done} काम हुए)`,
    dismiss: "सूची छिपाएँ",
    dismissed: "सूची छिपा दी गई",
    dismissedText: "आप इसे इस पेज के आख़िर से फिर दिखा सकते हैं।",
    restored: "सूची फिर से दिख रही है",
    stepsDone: "हो चुके काम",
    done: "हो गया:",
    toDo: "बाक़ी है:",
    start: "अभी शुरू करें",
    starting: "शुरू हो रही है...",
    steps: {
      payments: { label: "UPI से भुगतान लें", text: "अपनी UPI आईडी भरें: किसी कंपनी की ज़रूरत नहीं" },
      seller: { label: "बेचने वाले की जानकारी भरें", text: "बिल के लिए क़ानूनी नाम और GST पंजीकरण" },
      brand: { label: "अपनी अकादमी की जानकारी भरें", text: "नाम, फ़ोन और ई-मेल" },
      instructors: { label: "टीचर को न्योता दें", text: "एक-एक करके, या सूची से" },
      program: { label: "अपना पहला प्रोग्राम बनाएँ", text: "या किसी नमूने को बदलें और बाक़ी आर्काइव करें" },
      timetable: { label: "टाइमटेबल भरें", text: "सूची से, या एक-एक क्लास करके" },
      students: { label: "अपने स्टूडेंट जोड़ें", text: "अभिभावकों के साथ, सूची से" },
      mail: { label: "ई-मेल चालू करें", text: "ई-मेल भेजने के लिए SMTP_HOST और MAIL_FROM सेट करें" },
      sms: { label: "SMS चालू करें", text: "ग़ैरहाज़िरी का SMS भेजने के लिए SMS_PROVIDER सेट करें" },
      test_class: { label: "एक टेस्ट क्लास लें", text: "पहले अकेले क्लासरूम आज़मा लें" },
    },
  },
}
