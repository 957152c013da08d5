import type { Group } from "./entry.ts"

const en = {
  title: "Find anything",
  placeholder: "Search, or go anywhere",
  close: "Close",
  results: "Results",
  groups: {
    classes: "Your classes",
    recent: "Recent",
    actions: "Actions",
    places: "Go to",
    programs: "Programs",
    students: "Students",
  } satisfies Record<Group, string>,
  live: "Live",
  loading: "Loading…",
  searching: "Searching…",
  found: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  nothing: (asked: string) => `Nothing found for “${asked}”`,
  nothingHint: "Try another word or fewer letters.",
  allPrograms: (asked: string) => `Search all programs for “${asked}”`,
  offline: "You're offline. Earlier results still work.",
  failed: "Search isn't available.",
  again: "Try again",
  hints: { move: "to move", go: "to open", close: "to close" },
  shortcuts: "All shortcuts",
}

const hi: typeof en = {
  title: "कुछ भी खोजें",
  placeholder: "खोजें, या कहीं भी जाएँ",
  close: "बंद करें",
  results: "नतीजे",
  groups: {
    classes: "आपकी क्लास",
    recent: "हाल के",
    actions: "काम",
    places: "यहाँ जाएँ",
    programs: "प्रोग्राम",
    students: "स्टूडेंट",
  },
  live: "लाइव",
  loading: "लोड हो रहा है…",
  searching: "खोज रहे हैं…",
  found: (count) => (count === 1 ? "1 नतीजा" : `${count} नतीजे`),
  nothing: (asked) => `“${asked}” के लिए कुछ नहीं मिला`,
  nothingHint: "कोई और शब्द लिखें, या उसके कम अक्षर।",
  allPrograms: (asked) => `“${asked}” सभी प्रोग्राम में खोजें`,
  offline: "आप ऑफ़लाइन हैं। पहले मिले नतीजे अब भी खुलते हैं।",
  failed: "अभी खोज नहीं हो पा रही।",
  again: "फिर कोशिश करें",
  hints: { move: "चुनने के लिए", go: "खोलने के लिए", close: "बंद करने के लिए" },
  shortcuts: "सभी शॉर्टकट",
}

export const paletteTexts = { en, hi }
export type PaletteText = typeof en
