import type { captionsText, playerText } from "./player.text.ts"

/** The texts of the page that plays a recording, in Hindi. */
export const playerTextHi: typeof playerText = {
  back: "रिकॉर्डिंग की सूची",
  speed: "रफ़्तार",
  speedOf: (speed) => `${speed}×`,
  resumed: (at) => `${at} से आगे चल रही है`,
  fromStart: "शुरू से चलाएँ",
  chapters: "चैप्टर",
  noChapters: "अभी कोई चैप्टर नहीं है। जोड़ने के लिए वीडियो को वहाँ रोकें जहाँ चैप्टर शुरू होता है।",
  chapterTitle: "चैप्टर का नाम",
  addChapter: (at) => `${at} पर चैप्टर जोड़ें`,
  chapterAdded: "चैप्टर जुड़ गया",
  chapterRemoved: "चैप्टर हटा दिया गया",
  removeChapter: (title) => `चैप्टर हटाएँ: ${title}`,
  viewers: "किसने देखा",
  viewersText: "जितने समय चलाई गई, चाहे किसी भी रफ़्तार से। टीचर का अपना देखना नहीं गिना जाता।",
  viewersLatest: (count) => `ये वे ${count} लोग हैं जिन्होंने सबसे हाल में देखा।`,
  noViewers: "इसे अभी किसी ने नहीं देखा है।",
  keys: "कीबोर्ड: स्पेस से चलाएँ और रोकें, ← और → से 5 सेकंड, J और L से 10 सेकंड आगे-पीछे जाएँ, कॉमा और फ़ुल स्टॉप से रफ़्तार बदलें, F से फ़ुल स्क्रीन, M से आवाज़ बंद।",
  captions: "कैप्शन",
  noCaptions: "बंद",
  captionsKey: "C से कैप्शन दिखाएँ।",
  troubles: {
    offline: { title: "इंटरनेट नहीं है।", text: "इंटरनेट लौटने पर वीडियो वहीं से चलेगा जहाँ रुका था।" },
    gone: {
      title: "यह रिकॉर्डिंग अब उपलब्ध नहीं है।",
      text: "टीचर ने इसे हटा दिया है या शेयर करना बंद कर दिया है।",
    },
    failed: { title: "रिकॉर्डिंग नहीं चल पाई।", text: "पेज को दोबारा लोड करके फिर कोशिश करें।" },
  },
  inBin: "यह रिकॉर्डिंग ट्रैश में है।",
  inBinText: "इसे सिर्फ़ इसके टीचर और एडमिन देख सकते हैं।",
  openBin: "ट्रैश खोलें",
  notYet: "यह रिकॉर्डिंग अभी नहीं चल सकती",
  notYetText: "अपलोड पूरा होते ही यह यहाँ दिखेगी।",
  failedTitle: "यह रिकॉर्डिंग नहीं बन पाई",
  failedText: "जितना अपलोड हुआ था, वह हमारे पास है। अपनी रिकॉर्डिंग में जाकर फिर कोशिश करें या इसे हटाएँ।",
  missing: "रिकॉर्डिंग नहीं मिली",
  missingText: "यह हटा दी गई है या आपके साथ शेयर नहीं की गई है। अपने टीचर से पूछें।",
  home: "होम पर लौटें",
  columns: { who: "नाम", watched: "देखा", stopped: "कहाँ रुके", last: "आख़िरी बार" },
}

/** The texts of a recording's captions, in Hindi. */
export const captionsTextHi: typeof captionsText = {
  title: "कैप्शन",
  description: "स्टूडेंट इन्हें वीडियो के नीचे से चालू करते हैं। हर भाषा के लिए एक WebVTT फ़ाइल अपलोड करें, 1 MB तक।",
  language: "भाषा",
  file: "फ़ाइल (.vtt)",
  upload: "अपलोड करें",
  uploading: "अपलोड हो रही है...",
  remove: "हटाएँ",
  removeNamed: (language) => `${language} के कैप्शन हटाएँ`,
  count: (cues) => `${cues} कैप्शन`,
  saved: "कैप्शन सेव हो गए",
  removed: "कैप्शन हटा दिए गए",
}
