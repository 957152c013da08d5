import type { scanText } from "./scan.text.ts"

export const scanTextHi: typeof scanText = {
  opening: "कैमरा खुल रहा है…",
  hold: "कोड को फ़्रेम के अंदर रखें।",
  torch: "रोशनी",
  problems: {
    refused: "कैमरे की अनुमति नहीं है। ब्राउज़र की सेटिंग में इस साइट को अनुमति दें, या कोड टाइप करें।",
    missing: "यहाँ ऐसा कैमरा नहीं है जिसे हम पढ़ सकें। कोड टाइप करें।",
  },
}
