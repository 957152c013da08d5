import type { pushText } from "./push.text.ts"

/** The texts about push messages in Hindi. */
export const pushTextHi: typeof pushText = {
  title: "पुश मैसेज",
  description:
    "ये इस डिवाइस पर ऐप के मैसेज की तरह दिखते हैं, साइट बंद होने पर भी, जब तक आप साइन आउट न करें। इसके बाद SMS तभी आता है जब पुश मैसेज भेजा न जा सके।",
  states: {
    on: (devices) =>
      devices > 1 ? `इस डिवाइस पर और ${devices - 1} दूसरे डिवाइस पर चालू है।` : "इस डिवाइस पर चालू है।",
    off: (devices) =>
      devices > 0 ? `इस डिवाइस पर बंद है। ${devices} दूसरे डिवाइस पर चालू है।` : "इस डिवाइस पर बंद है।",
    blocked: () =>
      "आपका ब्राउज़र इस साइट की सूचनाएँ रोक रहा है। ब्राउज़र की साइट सेटिंग में इन्हें चालू करें, फिर यह पेज दोबारा लोड करें।",
    install: () =>
      "iPhone और iPad पर पहले इस साइट को होम स्क्रीन पर जोड़ें: Share दबाएँ, फिर Add to Home Screen। वहाँ से खोलकर इस पेज पर लौटें।",
    unsupported: () =>
      "यह ब्राउज़र पुश मैसेज नहीं दिखा सकता। Chrome, Edge, Firefox या Safari में खोलें, प्राइवेट विंडो में नहीं।",
  },
  on: "चालू करें",
  off: "बंद करें",
  busy: "थोड़ा रुकें...",
  failed: "यह नहीं हो पाया। इंटरनेट कनेक्शन जाँचें और फिर कोशिश करें।",
  noScript: "पुश मैसेज के लिए JavaScript चाहिए।",
}
