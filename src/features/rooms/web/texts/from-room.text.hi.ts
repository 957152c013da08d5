import type { fromRoomText } from "./from-room.text.ts"

/** The texts about what remains of a room, in Hindi. */
export const fromRoomTextHi: typeof fromRoomText = {
  title: "क्लास में जो साझा हुआ",
  description: (title) => `${title} का व्हाइटबोर्ड, स्लाइड, फ़ाइलें, पोल और चैट`,
  whiteboard: "व्हाइटबोर्ड",
  page: (page) => `पेज ${page}`,
  pictureOf: (page, title) => `${title} के व्हाइटबोर्ड का पेज ${page}`,
  open: (page) => `पेज ${page} पूरा खोलें`,
  slides: "स्लाइड",
  files: "फ़ाइलें",
  polls: "पोल",
  chosen: "आपका जवाब",
  notShown: "नतीजे स्टूडेंट को नहीं दिखाए गए।",
  nobody: "किसी ने वोट नहीं दिया।",
  chat: "चैट",
  chatNote: "निजी मैसेज सिर्फ़ वही स्टूडेंट और टीचर पढ़ सकते हैं।",
  earlier: "पुराने मैसेज",
  latest: "नए मैसेज",
}
