import type { CaptionLanguage } from "#contract/recordings/recordings.ts"

/** The name of each language in that language. */
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
