import type { confirmingText } from "./confirming.text.ts"

/** The texts of what staff confirm about guardians in Hindi. */
export const confirmingTextHi: typeof confirmingText = {
  minor: "18 साल से कम",
  since: (when) => `${when} से`,
  purposes: {
    live_classes: "लाइव क्लास",
    recording: "क्लास की रिकॉर्डिंग",
    voice_evidence: "आवाज़ से हाज़िरी",
    snapshots: "तस्वीरें",
  },
  why: "कोड से बस इतना पता चलता है कि फ़ोन किसके पास है। 18 साल से कम उम्र के स्टूडेंट की रिकॉर्डिंग, आवाज़ से हाज़िरी और तस्वीरें तभी शुरू होती हैं, जब आप अभिभावक की पहचान की पुष्टि कर दें।",
  guardian: "अभिभावक",
  waitsFor: {
    number: "नंबर की पुष्टि बाक़ी है",
    guardian: "अभिभावक की पुष्टि बाक़ी है",
    date_of_birth: "जन्मतिथि जाँचनी है",
  },
  declined: "जिनका यह नंबर है, वे इस बच्चे को नहीं जानते",
  childsDevice: (student) =>
    `अभिभावक का जवाब उसी ब्राउज़र से आया है जिसे ${student} भी इस्तेमाल करते हैं। हो सकता है कि फ़ोन साझा हो, या जवाब स्टूडेंट ने ही दिया हो।`,
  phoneOf: (names) => `यह नंबर इनका भी है: ${names.join(", ")}`,
  confirm: "अभिभावक की पुष्टि करें",
  confirmText: "उनसे मिलें, या उस नंबर पर फ़ोन करें जो आपके पास पहले से है। यहाँ दिया नंबर स्टूडेंट का अपना हो सकता है।",
  how: "आपने पुष्टि कैसे की?",
  ways: { in_person: "मिलकर", phone: "फ़ोन पर" },
  seen: "आपने इसे किससे मिलाया?",
  seenHint: "किसी कार्ड का नंबर न लिखें।",
  proofs: {
    identity_card: "पहचान पत्र से",
    own_records: "हमारे अपने रिकॉर्ड से",
    met_before: "हम उनसे पहले मिल चुके हैं",
  },
  choose: "चुनें",
  confirmSave: "अभिभावक की पुष्टि करें",
  confirmed: (name) => `${name} के अभिभावक की पुष्टि हो गई`,
  record: "हस्ताक्षर किया हुआ फ़ॉर्म दर्ज करें",
  recordText: "इससे अभिभावक की पुष्टि होती है और केवल वही सहमतियाँ दर्ज होती हैं जिन पर आप निशान लगाएँ।",
  reference: "फ़ॉर्म कहाँ रखा है",
  referenceHint: "जैसे 'फ़ोल्डर 2026, पन्ना 14'",
  consentTo: "फ़ॉर्म में दी गई सहमतियाँ",
  save: "दर्ज करें",
  saving: "सेव हो रहा है...",
  isConfirmed: "पुष्टि हो चुकी है",
  knownBy: (staff, how, when) => {
    const ways = { in_person: "मिलकर", phone: "फ़ोन पर", signed_paper: "हस्ताक्षर किए हुए फ़ॉर्म से" }
    return `${staff} ने ${ways[how]} पुष्टि की, ${when}`
  },
  list: "अभिभावक जिनकी पुष्टि बाक़ी है",
  forget: "पुष्टि वापस लें",
  forgetText: "रिकॉर्डिंग, आवाज़ से हाज़िरी और तस्वीरें रुक जाएँगी, और अब तक ली गई तस्वीरें मिटा दी जाएँगी।",
  forgotten: (name) => `${name} के अभिभावक की पुष्टि फिर से करनी होगी`,
  claimed: (student, day) =>
    `${student} ने ${day} लिखा है, पर इस खाते में पहले उम्र कम बताई गई थी। सेव करने से पहले कोई दस्तावेज़ देख लें। तब तक उन्हें 18 साल से कम उम्र का माना जाएगा।`,
}
