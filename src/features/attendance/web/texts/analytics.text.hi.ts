import type { analyticsText } from "./analytics.text.ts"

/** The texts of an instructor's figures, in Hindi. */
export const analyticsTextHi: typeof analyticsText = {
  attendance: "हाज़िरी",
  empty: "अभी कोई हाज़िरी नहीं",
  emptyText: "स्टूडेंट के साथ आपकी पहली क्लास के बाद यहाँ हर क्लास की हाज़िरी दिखेगी।",
  description: (share, classes) =>
    `पिछली ${classes} क्लास में ${share} हाज़िर। बीमारी की छुट्टी और बिना नतीजे वाली क्लास नहीं गिनी गईं।`,
  caption: "हर क्लास की हाज़िरी",
  columns: {
    class: "क्लास",
    date: "तारीख़",
    present: "हाज़िर",
    absent: "ग़ैरहाज़िर",
    excused: "माफ़",
    share: "हाज़िरी",
  },
  demos: "डेमो क्लास",
  lastDays: "पिछले 30 दिन",
  noDemos: "अभी डेमो का कोई अनुरोध नहीं",
  noDemosText: "डेमो क्लास रखें और देखें कि कितने अनुरोधों से नामांकन होता है।",
  demosText: "पिछले 30 दिनों के अनुरोध और उनके बाद क्या हुआ।",
  steps: { requested: "अनुरोध आए", approved: "मंज़ूर हुए", attended: "क्लास में आए", enrolled: "नामांकन हुआ" },
  calls: (inTime, late, overdue) => `वादा किए गए फ़ोन: ${inTime} समय पर, ${late} देर से, ${overdue} बाक़ी।`,
}
