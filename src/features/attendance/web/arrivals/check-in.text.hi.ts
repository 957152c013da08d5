import type { checkInText } from "./check-in.text.ts"

/** The texts of the page on which students check in at a centre, in Hindi. */
export const checkInTextHi: typeof checkInText = {
  title: "चेक-इन",
  description: "सेंटर पहुँच गए? दरवाज़े के पास की स्क्रीन का कोड भरें।",
  code: "स्क्रीन का कोड",
  hint: "छह अंक, जो हर मिनट बदलते हैं।",
  checkIn: "चेक-इन करें",
  scan: "कोड स्कैन करें",
  camera: "कैमरे की तस्वीर",
  done: "चेक-इन हो गया",
  since: (time) => `${time} से`,
  card: "आपका कार्ड",
  toDashboard: "डैशबोर्ड पर जाएँ",
}
