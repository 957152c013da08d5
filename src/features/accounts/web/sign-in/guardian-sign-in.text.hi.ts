import type { guardianSignInText } from "./guardian-sign-in.text.ts"

/** The texts of the guardians' sign-in page in Hindi. */
export const guardianSignInTextHi: typeof guardianSignInText = {
  metaTitle: "माता-पिता और अभिभावक",
  meta: "अपने बच्चे की क्लास और हाज़िरी देखें, और सहमति का फ़ैसला लें। फ़ोन पर SMS में आए कोड से साइन इन करें।",
  title: "माता-पिता और अभिभावक",
  text: "पासवर्ड की ज़रूरत नहीं। जो नंबर आपके बच्चे या ऑफ़िस ने हमें दिया है, उस पर हम SMS से एक कोड भेजेंगे।",
  phone: "आपका फ़ोन नंबर",
  phoneHint: "दस अंकों का मोबाइल नंबर, या देश के कोड के साथ",
  send: "SMS से कोड भेजें",
  sending: "भेज रहे हैं...",
  sent: "कोड भेज दिया गया है",
  sentText: "अगर यह नंबर हमारे पास है, तो 6 अंकों का कोड आ रहा है।",
  code: "कोड",
  codeHint: (phone) => `${phone} पर SMS में आए 6 अंक। कोड 10 मिनट तक काम करेगा।`,
  haveHint: (phone) => `${phone} पर SMS में आए 10 अंक, जो आपके बच्चे के साइन अप करने या कोड माँगने पर आए थे`,
  verify: "साइन इन करें",
  verifying: "साइन इन हो रहा है...",
  have: "मेरे पास पहले से कोड है",
  back: "दूसरा नंबर भरें",
  error: "पुष्टि नहीं हुई",
  welcome: "नमस्ते!",
  footer: "स्टूडेंट या टीचर हैं, या ई-मेल से न्योता मिला है?",
  footerLink: "अपने ई-मेल से साइन इन करें",
}
