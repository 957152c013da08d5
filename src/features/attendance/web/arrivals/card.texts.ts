const en = {
  title: "Student card",
  description: "Shown at the centre, it checks the student in.",
  qr: "QR code of the card",
  none: (name: string) => `${name} has no card yet.`,
  since: (time: string) => `Made ${time}.`,
  print: "Print this page, or show it on a phone.",
  make: "Make a card",
  replace: "Make a new card",
  block: "Block this card",
  lost: "Lost it? A new card ends the old one at once.",
  made: "The card is ready",
  blocked: "The card is blocked",
}

const hi: typeof en = {
  title: "स्टूडेंट का कार्ड",
  description: "सेंटर पर दिखाने से चेक-इन होता है।",
  qr: "कार्ड का QR कोड",
  none: (name) => `${name} का अभी कोई कार्ड नहीं है।`,
  since: (time) => `${time} बना।`,
  print: "इस पेज को प्रिंट करें, या फ़ोन पर दिखाएँ।",
  make: "कार्ड बनाएँ",
  replace: "नया कार्ड बनाएँ",
  block: "यह कार्ड बंद करें",
  lost: "कार्ड खो गया? नया कार्ड बनाते ही पुराना बंद हो जाता है।",
  made: "कार्ड तैयार है",
  blocked: "कार्ड बंद कर दिया गया",
}

/** The texts of a student's card. */
export const cardTexts = { en, hi }
