import type { AttendanceEntry } from "#contract/attendance/attendance.ts"
import type { MonthLine } from "#contract/attendance/attendance-sheets.ts"
import type { Language } from "#ui/language.ts"
import { HINDI_VERDICTS } from "../verdicts.ts"

type CsvTexts = {
  month: string[]
  register: string[]
  sheet: string[]
  verdict: (verdict: AttendanceEntry["verdict"]) => string
  state: (state: MonthLine["state"]) => string
}

const states: Record<MonthLine["state"], string> = {
  none: "अभी कुछ नहीं",
  "on-course": "ठीक चल रहा है",
  close: "ध्यान दें",
  met: "पूरा हुआ",
  missed: "पूरा नहीं हो सकता",
}

/** The headings and words of files for spreadsheets, in the language of the person who downloads them. */
export const csvTexts: Record<Language, CsvTexts> = {
  en: {
    month: ["Student", "Grade", "Attended", "Held", "Excused", "To come", "Percent", "Rule"],
    register: ["Student", "Attendance", "Joined", "Left", "Minutes", "Why"],
    sheet: ["Date", "Start", "Class", "Subject", "Instructor", "Attendance", "Minutes", "Why"],
    verdict: (verdict) => verdict,
    state: (state) => state,
  },
  hi: {
    month: ["स्टूडेंट", "कक्षा", "कितनी क्लास में आए", "हुई क्लास", "माफ़", "बाक़ी क्लास", "प्रतिशत", "नियम"],
    register: ["स्टूडेंट", "हाज़िरी", "कब आए", "कब गए", "मिनट", "वजह"],
    sheet: ["तारीख़", "शुरू", "क्लास", "विषय", "टीचर", "हाज़िरी", "मिनट", "वजह"],
    verdict: (verdict) => HINDI_VERDICTS[verdict],
    state: (state) => states[state],
  },
}
