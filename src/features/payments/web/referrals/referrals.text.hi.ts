import type { ReferralsText } from "./referrals.text.ts"

const said = (count: number) => count.toLocaleString("en-IN")

/** The texts of inviting others, in Hindi. */
export const referralsTextHi: ReferralsText = {
  title: "दोस्त को बुलाएँ",
  description: (points, days) =>
    `जब आपके दोस्त का पहला पेड प्रोग्राम ${days} दिन चल जाए, तब आप दोनों को ${said(points)} पॉइंट मिलते हैं, यानी ₹${said(points)}।`,
  linkOf: (name) => `${name} का लिंक`,
  yourLink: "आपका लिंक",
  code: (code) => `कोड ${code}`,
  copy: "लिंक कॉपी करें",
  copied: "लिंक कॉपी हो गया",
  notCopied: "लिंक कॉपी नहीं हुआ। उसे चुनकर ख़ुद कॉपी करें।",
  whatsapp: "WhatsApp पर भेजें",
  message: (points, link) => `मेरे साथ सीखिए! इस लिंक से जुड़िए, हम दोनों को ${said(points)} पॉइंट मिलेंगे: ${link}`,
  whoCame: "कौन जुड़ा",
  nobody: "इस लिंक से अभी कोई नहीं जुड़ा।",
  gone: "कोई, जिसका खाता अब नहीं है",
  joined: (when) => `जुड़े: ${when}`,
  states: {
    joined: "अभी कोई पेड प्रोग्राम नहीं",
    started: "पहले प्रोग्राम में",
    rewarded: "आप दोनों को पॉइंट मिल गए",
    refused: "पॉइंट नहीं मिले",
  },
  refused: {
    own: "यह वही व्यक्ति है।",
    household: "आप एक ही घर के हैं।",
    twice: "वे पहले किसी और लिंक से जुड़े थे।",
    "not-new": "वे यहाँ नए नहीं थे।",
    closed: "एक खाता बंद हो गया।",
    refunded: "उन्होंने पहला प्रोग्राम छोड़ दिया।",
  },
  noStudents: "ऐसा कोई स्टूडेंट नहीं जिसके लिए बुलाया जा सके",
  noStudentsText: "अपनी अकादमी से कहें कि बच्चे को आपके फ़ोन नंबर से जोड़ दे।",

  ownLink: "यह आपका अपना लिंक है",
  ownLinkText: "इसे किसी नए दोस्त को भेजें।",
  invitation: (name, brand) => `${name} ने आपको ${brand} पर बुलाया है`,
  invitationText: (points, days) =>
    `जुड़िए। जब आपका पहला पेड प्रोग्राम ${days} दिन चल जाए, तब आप दोनों को ${said(points)} पॉइंट मिलते हैं। भुगतान के समय हर पॉइंट से ₹1 कम होता है।`,
  accept: "इस न्योते से साइन अप करें",
  acceptSignedIn: "न्योता मानें",
  accepting: "न्योता माना जा रहा है...",
  browse: "पहले प्रोग्राम देखें",
  unknown: "यह न्योता सही नहीं है",
  unknownText: "अपने दोस्त से लिंक फिर माँगें। आप बिना लिंक के भी साइन अप कर सकते हैं।",
  accepted: (name) => `आप ${name} के लिंक से जुड़े`,
  acceptedText: "जब आपका पहला पेड प्रोग्राम पर्याप्त दिन चल जाए, तब आप दोनों को पॉइंट मिलते हैं।",
  notAccepted: "यह न्योता आपके लिए मान्य नहीं",
  why: {
    own: "यह आपका अपना लिंक है। इसे किसी दोस्त को भेजें।",
    household: "आप एक ही घर के हैं। न्योते नए परिवारों के लिए हैं।",
    twice: "आप पहले किसी और लिंक से जुड़े थे, और एक ही मान्य होता है।",
    "not-new": "न्योते उन स्टूडेंट के लिए हैं जो यहाँ नए हैं।",
    closed: "जिस खाते का यह लिंक है, वह बंद है।",
    refunded: "पहले प्रोग्राम का पैसा वापस हो गया था।",
  },
  studentsOnly: "न्योते स्टूडेंट के लिए हैं। जो जुड़ना चाहता है, उसी के रूप में साइन इन करें।",
}
