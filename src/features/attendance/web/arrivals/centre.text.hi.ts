import type { centreText } from "./centre.text.ts"

/** The texts of the screen at a centre's entrance in Hindi. */
export const centreTextHi: typeof centreText = {
  title: "चेक-इन स्क्रीन",
  description: "इसे दरवाज़े के पास दिखाएँ। स्टूडेंट अपने फ़ोन से चेक-इन करते हैं।",
  venue: "जगह",
  show: "दिखाएँ",
  code: "इस मिनट का कोड",
  qr: "चेक-इन के लिए QR कोड",
  how: "कोड स्कैन करें, या फ़ोन में चेक-इन खोलकर टाइप करें।",
  changes: (seconds) => `${seconds} सेकंड में बदलेगा`,
  fill: "पूरी स्क्रीन पर दिखाएँ",
  noCode: "इस स्क्रीन का कनेक्शन एक घंटे से ज़्यादा से बंद है। कनेक्शन के साथ कोड लौट आएगा।",
}
