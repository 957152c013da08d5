import { blogText as en } from "./blog.text.ts"

const hi: typeof en = {
  title: "ब्लॉग",
  heading: "हमारे टीचरों की क़लम से",
  lead: "पेपर की तैयारी कैसे करें, रास्ता कैसे चुनें, अटके हुए बच्चे की मदद कैसे करें: हर हफ़्ते पढ़ाने वालों की ज़ुबानी।",
  meta: (brand) =>
    `${brand} के टीचरों के लेख: परीक्षा के सुझाव, पढ़ाई की गाइड, करियर सलाह, पाठ्यक्रम की ख़बरें और सफलता की कहानियाँ।`,
  searchLabel: "लेख खोजें",
  searchExample: "शीर्षक या विषय, अंग्रेज़ी में",
  search: "खोजें",
  categories: "श्रेणियाँ",
  featured: "चुने हुए लेख",
  more: "और लेख",
  found: (count) => `${count} लेख`,
  foundFor: (search) => `, खोज “${search}”`,
  foundIn: (category) => `, श्रेणी ${category}`,
  foundTagged: (tag) => `, टैग ${tag}`,
  clear: "सभी लेख दिखाएँ",
  noneTitle: "कोई लेख नहीं मिला",
  noneText: "दूसरे शब्द या दूसरी श्रेणी आज़माएँ।",
  loadMore: "और दिखाएँ",
  shown: (shown, all) => `${all} में से ${shown} दिख रहे हैं`,
  tags: "लोकप्रिय टैग",
  feedTitle: (brand) => `${brand} ब्लॉग`,
  feed: "RSS से जुड़ें",
  feedText: "नए लेख आपके रीडर में पहुँचते हैं, बिना खाते के।",
  minutes: (count) => `पढ़ने में ${count} मिनट`,
  by: (author) => `लेखक: ${author}`,
  back: "सभी लेख",
  related: "आगे पढ़ें",
  filed: "टैग",
  inEnglish: "लेख अंग्रेज़ी में है",
  allInEnglish: "सभी लेख अंग्रेज़ी में हैं।",
}

/** The texts of the blog; the articles themselves are in English. */
export const blogTexts = { en, hi }
