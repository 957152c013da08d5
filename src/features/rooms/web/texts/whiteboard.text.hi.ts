import type { whiteboardText } from "./whiteboard.text.ts"

const DONE = {
  ...{ at: "%", selected: "चुना: %", moved: "खिसकाया: %", resized: "आकार बदला: %" },
  ...{ copied: "कॉपी किया: %", pasted: "पेस्ट किया: %", duplicated: "एक और बनाया: %", erased: "मिटाया: %" },
  described: "विवरण सेव किया: %",
}

/** The texts of the whiteboard in Hindi. */
export const whiteboardTextHi: typeof whiteboardText = {
  name: "व्हाइटबोर्ड",
  open: "व्हाइटबोर्ड खोलें",
  close: "व्हाइटबोर्ड बंद करें",
  label: (page, pages) => `व्हाइटबोर्ड, ${pages} में से पेज ${page}`,
  help: "तीर वाली कुंजियों से पेन चलता है। Enter से पेन रखें या उठाएँ। Delete से नीचे का मिटता है। Escape से रद्द होता है। 0 से 9 और L से टूल चुनें।",
  selectHelp:
    "Tab से एक चीज़ से दूसरी पर जाएँ। Enter से चुनें, Shift और Enter से साथ में चुनें। तीर वाली कुंजियों से चुनी हुई चीज़ खिसकती है, Shift के साथ आकार बदलता है। Delete से मिटती है। 0 से 9 और L से टूल चुनें।",
  watchOnly: "सिर्फ़ टीचर लिख सकते हैं",
  loading: "व्हाइटबोर्ड खुल रहा है…",
  failed: "व्हाइटबोर्ड नहीं खुला। फिर कोशिश हो रही है…",
  tools: {
    select: "चुनें",
    pen: "पेन",
    marker: "मार्कर",
    eraser: "रबर",
    text: "टेक्स्ट",
    line: "लाइन",
    arrow: "तीर",
    rect: "आयत",
    ellipse: "दीर्घवृत्त",
    laser: "लेज़र पॉइंटर",
    hand: "पेज खिसकाएँ",
  },
  toolbar: "लिखने के टूल",
  inkbar: "रंग और मोटाई",
  inks: { ink: "गहरा", red: "लाल", amber: "पीला", green: "हरा", blue: "नीला", violet: "बैंगनी" },
  colors: "रंग",
  sizes: ["पतला", "मध्यम", "मोटा"],
  widths: "मोटाई",
  formula: "फ़ॉर्मूला",
  addPicture: "तस्वीर जोड़ें",
  picturesSent: "जोड़ी जा रही तस्वीरें",
  sendingPicture: (name, percent) => `${name} भेजी जा रही है: ${percent}%`,
  drawingPicture: (name) => `${name} तैयार हो रही है…`,
  pictureUnsent: "संपर्क नहीं हो पाया, इसलिए तस्वीर अभी बोर्ड पर नहीं आई। कनेक्शन जाँचकर फिर कोशिश करें।",
  tooManyPictures: "आपने थोड़ी देर में बहुत सी तस्वीरें भेजी हैं।",
  sendAgain: "फिर कोशिश करें",
  stopSending: "भेजना रोकें",
  dismiss: "हटाएँ",
  dropPictures: "पेज पर जोड़ने के लिए तस्वीरें यहाँ छोड़ें",
  picture: "तस्वीर",
  pictureBy: (name) => (name ? `${name} की जोड़ी हुई तस्वीर` : "तस्वीर"),
  describe: "तस्वीर का विवरण लिखें",
  words: "तस्वीर में क्या है",
  wordsHint: "जो लोग तस्वीर देख नहीं सकते, उनके लिए। विवरण न हो, तो वे सुनेंगे कि तस्वीर किसने जोड़ी है।",
  saveWords: "सेव करें",
  selection: "चुनी हुई चीज़ें",
  copy: "कॉपी करें",
  paste: "पेस्ट करें",
  duplicate: "एक और बनाएँ",
  erase: "मिटाएँ",
  item: ({ kind, ink, text }, by = null) => {
    if (kind === "picture" && !text) return whiteboardTextHi.pictureBy(by)
    const name =
      kind === "formula" || kind === "picture" ? whiteboardTextHi[kind] : whiteboardTextHi.tools[kind]
    return [name, text || whiteboardTextHi.inks[ink]].join(": ")
  },
  said: (what, count, name) => {
    const items = name ?? `${count} चीज़ें`
    return { ...DONE, none: "कुछ नहीं चुना है" }[what].replace("%", items)
  },
  undo: "वापस लें",
  redo: "फिर से करें",
  clear: "यह पेज साफ़ करें",
  clearTitle: "यह पेज साफ़ करें?",
  clearText: "पेज पर जो भी है, सबके लिए हट जाएगा। आप इसे वापस ला सकते हैं।",
  keep: "रहने दें",
  previousPage: "पिछला पेज",
  nextPage: "अगला पेज",
  addPage: "पेज जोड़ें",
  page: (page, pages) => `${page} / ${pages}`,
  fit: "पूरा पेज दिखाएँ",
  zoomIn: "बड़ा करें",
  zoomOut: "छोटा करें",
  squared: "चौखाने वाला पेज",
  letDraw: "स्टूडेंट लिख सकते हैं",
  share: "यह पेज क्लास की फ़ाइलों में सेव करें",
  shared: "पेज क्लास की फ़ाइलों में सेव हुआ",
  typing: "व्हाइटबोर्ड पर टेक्स्ट",
  unsaved: "अभी सेव नहीं हुआ। फिर कोशिश हो रही है…",
  held: "टीचर ने स्टूडेंट के लिए लिखना बंद रखा है।",
  fullUp: "व्हाइटबोर्ड भर गया है। जिसकी ज़रूरत नहीं, उसे मिटाएँ।",
  pictureName: (page) => `Whiteboard ${page}.png`,
}
