import type { integrationsText } from "./integrations.text.ts"

/** The texts of the services that a product is connected to, in Hindi. */
export const integrationsTextHi: typeof integrationsText = {
  title: "जुड़ी सेवाएँ",
  text: "आपकी क्लास और मैसेज इन सेवाओं से चलते हैं।",
  names: {
    ...{ video: "वीडियो", whatsapp: "व्हाट्सऐप", sms: "SMS", email: "ई-मेल", meet: "Google Meet" },
    payments: "भुगतान",
  },
  states: { connected: "जुड़ी है", starting: "शुरू हो रही है", trial: "ट्रायल आउटबॉक्स", off: "जुड़ी नहीं है" },
  gatewayDesk: "इसके भुगतान देखें और पैसे लौटाना पूरा करें",
  jitsi: (domain) => `क्लास ${domain} पर Jitsi से चलती हैं`,
  lacking: "Jitsi के साथ यह नहीं हो सकता:",
  lacks: {
    recording: "ऐसी रिकॉर्डिंग जिसमें वे स्टूडेंट न आएँ जिनके अभिभावक राज़ी नहीं हैं",
    holding: "आपकी इजाज़त तक स्टूडेंट के माइक और कैमरे बंद रखना",
    moderation: "हमारे पैनल से म्यूट करना, बाहर करना और लॉक करना: मीटिंग के अपने बटन इस्तेमाल करें",
    board: "क्लास में हमारा व्हाइटबोर्ड, पोल, फ़ाइलें, चैट और हाथ उठाना",
    presence: "वीडियो सर्वर से देखना कि कौन मौजूद है: हाज़िरी हर ब्राउज़र की ख़बर से गिनी जाती है",
    evidence: "हाज़िरी के सबूत के लिए आवाज़ और कैमरे की तस्वीरें",
    check: "क्लास से पहले कनेक्शन की जाँच",
  },
  trialSales: "ट्रायल",
  sales: {
    reported: (when) => `भुगतान की आख़िरी ख़बर: ${when}`,
    unreported: "पिछले महीने भुगतान की कोई ख़बर नहीं आई: भुगतान पूछकर पता किए जाते हैं",
    supplier: (state, registration) => `आप ${state} से बेचते हैं, ${registration}`,
    noSupplier: "आपका राज्य और GST पंजीकरण अभी दर्ज नहीं हैं",
    registrations: {
      unregistered: "GST में पंजीकृत नहीं",
      regular: "GST में पंजीकृत",
      composition: "GST कंपोज़िशन में",
      exempt: "GST से मुक्त",
    },
  },
  details: {
    video: {
      connected: (through) => (through ? "आपका अपना वीडियो सर्वर" : "इस प्रोडक्ट के साथ आया वीडियो सर्वर"),
      starting: () => "वीडियो सर्वर शुरू हो रहा है",
      off: () => "वीडियो सर्वर जवाब नहीं दे रहा",
      trial: () => "",
    },
    whatsapp: {
      connected: () => "जो चाहें उन्हें आपके बिज़नेस नंबर से व्हाट्सऐप मैसेज मिलते हैं",
      off: () => "सेट नहीं है, इसलिए व्हाट्सऐप मैसेज नहीं भेजे जाते",
      starting: () => "",
      trial: () => "",
    },
    sms: {
      connected: (through) => `SMS ${through} से भेजे जाते हैं`,
      trial: () => "SMS इस ट्रायल के आउटबॉक्स में रहते हैं",
      off: () => "कोई सेवा सेट नहीं है, इसलिए SMS नहीं भेजे जाते",
      starting: () => "",
    },
    email: {
      connected: (through) => `ई-मेल ${through} से भेजे जाते हैं`,
      trial: () => "ई-मेल इस ट्रायल के आउटबॉक्स में रहते हैं",
      off: () => "कोई मेल सर्वर सेट नहीं है, इसलिए ई-मेल नहीं भेजे जाते",
      starting: () => "",
    },
    meet: {
      connected: () => "क्लास को Google Meet का लिंक भी मिलता है",
      off: () => "सेट नहीं है: क्लास प्रोडक्ट के अपने रूम में चलती हैं",
      starting: () => "",
      trial: () => "",
    },
    payments: {
      connected: (through) =>
        through === "UPI"
          ? "प्रोग्राम का भुगतान आपकी UPI आईडी पर होता है, और आप हर भुगतान मंज़ूर करते हैं"
          : `प्रोग्राम ${through} से बिकते हैं; उसकी कुंजियाँ सेट हैं`,
      trial: () => "प्रोग्राम इस ट्रायल के अपने गेटवे से बिकते हैं, जो कोई पैसा नहीं लेता",
      off: () => "यहाँ कोई भुगतान नहीं होता: नामांकन तुरंत खुला है",
      starting: () => "",
    },
  },
}
