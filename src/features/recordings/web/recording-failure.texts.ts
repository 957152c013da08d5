import type { RecordingFailure } from "#contract/recordings/recordings.ts"
import type { Language } from "#ui/language.ts"

/** Why a recording failed, for its instructor. */
export const recordingFailureTexts: Record<Language, Record<RecordingFailure, string>> = {
  en: {
    NOTHING_RECORDED: "Nothing was recorded.",
    NO_TRACKS: "The file has neither picture nor sound.",
    EMPTY: "The recording is empty.",
    UNREADABLE: "The file can't be read as a recording.",
    MISSING: "What was recorded is missing on the server.",
  },
  hi: {
    NOTHING_RECORDED: "कुछ भी रिकॉर्ड नहीं हुआ।",
    NO_TRACKS: "फ़ाइल में न तस्वीर है, न आवाज़।",
    EMPTY: "रिकॉर्डिंग ख़ाली है।",
    UNREADABLE: "यह फ़ाइल रिकॉर्डिंग की तरह नहीं पढ़ी जा सकी।",
    MISSING: "रिकॉर्ड किया हुआ वीडियो सर्वर पर नहीं मिला।",
  },
}
