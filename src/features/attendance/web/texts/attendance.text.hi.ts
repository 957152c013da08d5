import type { attendanceText } from "./attendance.text.ts"

/** The texts of the pages about attendance, in Hindi. */
export const attendanceTextHi: typeof attendanceText = {
  metaTitle: "हाज़िरी",
  own: {
    title: "आपकी हाज़िरी",
    description: "महीने की हर क्लास, क्या गिना गया, और हाज़िरी के नियम के हिसाब से क्या ज़रूरी है।",
  },
  month: {
    title: "हाज़िरी",
    description: "हर स्टूडेंट की महीने भर की हाज़िरी, नियम के हिसाब से।",
    export: "CSV फ़ाइल डाउनलोड करें",
    messages: "माता-पिता को मैसेज",
    find: "स्टूडेंट खोजें",
    findButton: "खोजें",
    caption: "महीने में स्टूडेंट की हाज़िरी",
    noneFound: "इस नाम का कोई स्टूडेंट नहीं है",
    noneFoundText: "नाम या उपनाम का कोई हिस्सा लिखकर देखें।",
    empty: "इस महीने अभी कोई क्लास नहीं हुई है",
    emptyText: "हर क्लास के बाद यहाँ दिखेगा कि कौन हाज़िर था।",
    see: (month) => `${month} देखें`,
    columns: {
      student: "स्टूडेंट",
      share: "हाज़िरी",
      attended: "कितनी क्लास में आए",
      excused: "माफ़",
      coming: "बाक़ी क्लास",
      rule: "नियम",
    },
    attendedOf: (attended, held) => `${held} में से ${attended}`,
    nothingCounted: "अभी कुछ नहीं गिना गया",
    reached: "पूरा हुआ",
    below: (percent) => `${percent}% से कम`,
    absencesLeft: (left) =>
      left === 0
        ? "अब एक भी क्लास नहीं छूटनी चाहिए"
        : left === 1
          ? "1 और क्लास छूट सकती है"
          : `${left} और क्लास छूट सकती हैं`,
  },
  sheet: {
    back: "हाज़िरी पर लौटें",
    choice: "महीना",
    caption: "महीने की क्लास",
    columns: { class: "क्लास", when: "कब", who: "टीचर", verdict: "हाज़िरी", why: "वजह" },
    empty: "इस महीने अभी कोई क्लास नहीं हुई है",
    noneHeld: "इस महीने कोई क्लास नहीं हुई",
    emptyText: "हर क्लास के बाद यहाँ दिखेगा कि स्टूडेंट हाज़िर थे या नहीं, और क्यों।",
  },
  register: {
    back: "क्लास",
    when: (day, from, to) => `${day}, ${from} से ${to} तक`,
    notices: "माता-पिता को मैसेज",
    noticesText: "जो स्टूडेंट नहीं आए, उनके माता-पिता को हम एक बार बताते हैं।",
    review: "मैसेज देखें",
    marked: (name, verdict) => `${name}: ${verdict}`,
    unmarked: (name, verdict) => `निशान हटाया गया। ${name}: ${verdict}`,
    snapshots: "तस्वीरें",
    snapshotsText: "इन्हें सिर्फ़ स्टाफ़ देख सकता है। ये अभिभावक की सहमति से ली जाती हैं और अपने-आप हट जाती हैं।",
    snapshotOf: (name, time) => `${name}, ${time}`,
  },
}
