import type { bellText } from "./bell.text.ts"

/** The texts of the bell in Hindi. */
export const bellTextHi: typeof bellText = {
  title: "सूचनाएँ",
  bell: (unread) => `सूचनाएँ, ${unread} नई`,
  markAll: "सब पढ़ी हुई मानें",
  seeAll: "सब देखें",
  settings: "सेटिंग",
  unread: "नई: ",
  loading: "लोड हो रहा है…",
  failed: "सूचनाएँ अभी नहीं खुल पा रहीं। हम फिर से कोशिश कर रहे हैं।",
  none: "अभी कोई सूचना नहीं",
  noneText: "आपकी क्लास की सीटें, बदलाव और याद दिलाने वाली सूचनाएँ यहाँ दिखेंगी।",
}
