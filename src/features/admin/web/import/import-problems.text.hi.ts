import type { PlainCellProblem } from "#contract/admin/import-problems.ts"
import type { importProblemsText } from "./import-problems.text.ts"

const CELLS: Record<PlainCellProblem, string> = {
  missing: "यह जानकारी भरें",
  "not-a-phone": "दस अंकों का मोबाइल नंबर लिखें, जैसे 98765 43210",
  "not-a-date": "दिन, महीना और साल लिखें, जैसे 27/03/2014",
  "own-number": "अभिभावक का अपना नंबर लिखें, स्टूडेंट का नहीं",
  "no-name-for-number": "जिनका यह नंबर है, उनका नाम लिखें",
  "minor-needs-guardian": "18 साल से कम उम्र के स्टूडेंट के लिए अभिभावक का नाम और नंबर ज़रूरी है",
  "birth-date-future": "जन्मतिथि बीते समय की होनी चाहिए",
  "birth-date-too-young": "स्टूडेंट की उम्र कम से कम 3 साल होनी चाहिए: साल जाँच लें",
  "birth-date-too-old": "यह 100 साल से भी पहले की तारीख़ है: साल जाँच लें",
  "not-an-instructor": "इस ई-मेल का खाता टीचर का नहीं है",
  "not-a-student": "इस ई-मेल का खाता स्टूडेंट का नहीं है",
  "unknown-student": "ऐसा कोई स्टूडेंट नहीं है: पहले स्टूडेंट इंपोर्ट करें",
  "other-guardian": "इस स्टूडेंट के अभिभावक का नंबर दूसरा है: उसे स्टूडेंट के खाते में बदलें",
  "unknown-instructor": "इस ई-मेल के कोई मंज़ूर टीचर नहीं हैं",
  "venue-missing": "लिखें कि क्लास कहाँ होगी",
  "date-out-of-range": "2000 से 2099 के बीच की तारीख़ चुनें",
  "ends-before-start": "ख़त्म होने का समय शुरू होने के बाद का होना चाहिए",
  past: "यह समय बीत चुका है: आगे का समय चुनें",
  overlaps: "इस समय इन टीचर की दूसरी क्लास है",
  "fee-not-below-price": "एक महीना पूरे प्रोग्राम से सस्ता होना चाहिए",
  "program-missing": "प्रोग्राम भी लिखें",
  "one-per-program": "सब प्रोग्रामों के लिए एक लिखें, या हर प्रोग्राम के लिए एक, प्रोग्रामों के ही क्रम में और बीच में ; लगाकर",
  "number-without-email": "अभिभावक का नंबर या स्टूडेंट का ई-मेल लिखें",
  "here-with-email":
    "इस नाम और अभिभावक के इस नंबर से किसी ने ई-मेल देकर अकाउंट बनाया है: वही ई-मेल लिखें या पहले नंबर की पुष्टि करें",
  "here-without-email": "इस नाम और अभिभावक के इस नंबर के स्टूडेंट बिना ई-मेल के पहले से मौजूद हैं: ई-मेल ख़ाली छोड़ें",
  "batch-not-regular": "बैच सिर्फ़ नियमित क्लास का होता है: इसे ख़ाली छोड़ें",
  "batch-with-semicolon": "; न लिखें: स्टूडेंट्स की सूची में यह बैचों को अलग करता है",
  "fee-without-price": "मुफ़्त प्रोग्राम की कोई मासिक फ़ीस नहीं होती: क़ीमत भी लिखें, या फ़ीस ख़ाली छोड़ें",
}

/** What is wrong with an imported list and its cells, in Hindi. */
export const importProblemsTextHi: typeof importProblemsText = {
  cell(problem) {
    switch (problem.code) {
      case "too-long":
        return `ज़्यादा से ज़्यादा ${problem.most.toLocaleString("en-IN")} अक्षर लिखें`
      case "not-in-range":
        return `${problem.least} से ${problem.most.toLocaleString("en-IN")} तक की पूरी संख्या लिखें`
      case "not-an-option":
        return `इनमें से एक लिखें: ${problem.options.join(", ")}`
      case "not-read":
        return `यह पढ़ा नहीं जा सका। उदाहरण: ${problem.example}`
      case "repeated":
        return `पंक्ति ${problem.line} में यही लिखा है`
      case "unknown-programs":
        return `इस नाम का कोई प्रोग्राम नहीं है: ${problem.titles.join("; ")}`
      case "unknown-batch":
        return problem.batches.length > 0
          ? `${problem.title} में आगे की क्लास वाला बैच "${problem.batch}" नहीं है। इसके बैच: ${problem.batches.join(", ")}`
          : `${problem.title} का आगे की क्लास वाला कोई बैच नहीं है: पहले उसका टाइमटेबल इंपोर्ट करें, या बैच ख़ाली छोड़ें`
      case "no-monthly-fee":
        return `इन प्रोग्रामों की कोई मासिक फ़ीस नहीं है: ${problem.titles.join("; ")}। इनके लिए तारीख़ ख़ाली छोड़ें`
      case "several-programs":
        return `${problem.title} नाम के एक से ज़्यादा प्रोग्राम हैं। नाम की जगह प्रोग्राम के पेज के पते का आख़िरी हिस्सा लिखें: ${problem.slugs.join(" / ")}`
      default:
        return CELLS[problem.code]
    }
  },
  list(problem) {
    switch (problem.code) {
      case "too-many-rows":
        return `एक बार में ज़्यादा से ज़्यादा ${problem.most.toLocaleString("en-IN")} पंक्तियाँ दें`
      case "no-rows":
        return "सूची में कॉलम के नाम हैं, पर डेटा नहीं। कम से कम एक पंक्ति जोड़ें"
      case "unreadable":
        return "यह सूची की तरह पढ़ी नहीं जा सकी। इसे CSV में सेव करके फिर कोशिश करें"
      case "quotes":
        return `पंक्ति ${problem.line} के उद्धरण चिह्न ("…") जाँचें: कोई बंद नहीं हुआ, या सेल के बीच में है`
      case "too-many-cells":
        return `पंक्ति ${problem.line} में कॉलम के नामों से ज़्यादा सेल हैं`
      case "head": {
        const { unknown, missing, repeated, known } = problem
        return [
          "कॉलम के नामों वाली पंक्ति जाँचें।",
          ...(unknown.length > 0 ? [`ये कॉलम हम नहीं जानते: ${unknown.join(", ")}।`] : []),
          ...(missing.length > 0 ? [`ये कॉलम नहीं हैं: ${missing.join(", ")}।`] : []),
          ...(repeated ? ["एक कॉलम दो बार आया है।"] : []),
          `ये कॉलम हो सकते हैं: ${known.join(", ")}।`,
        ].join(" ")
      }
    }
  },
}
