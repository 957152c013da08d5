import type { CaptionLanguage } from "#contract/recordings.ts"

/** Each language as its readers call it. */
export const CAPTION_LANGUAGE_NAMES = {
  en: "English",
  hi: "हिन्दी",
  bn: "বাংলা",
  gu: "ગુજરાતી",
  kn: "ಕನ್ನಡ",
  ml: "മലയാളം",
  mr: "मराठी",
  pa: "ਪੰਜਾਬੀ",
  ta: "தமிழ்",
  te: "తెలుగు",
  ur: "اردو",
} satisfies Record<CaptionLanguage, string>

/** The texts of a recording's captions. */
export const captionsText = {
  title: "Captions",
  description: "Students switch them on in the player. One WebVTT file for each language, up to 1 MB.",
  language: "Language",
  file: "File (.vtt)",
  upload: "Upload",
  uploading: "Uploading...",
  remove: "Remove",
  removeNamed: (language: string) => `Remove captions in ${language}`,
  count: (cues: number) => (cues === 1 ? "1 caption" : `${cues} captions`),
  saved: "Captions saved",
  removed: "Captions removed",
} as const
