import { createContext, use } from "react"
import { formatInstantIn, formatTimeIn, sayDate, sayInstant, shortDate } from "#shared/time.ts"
import { LANGUAGE_TAGS, type Language } from "./language.ts"
import { useLanguage } from "./messages/use-messages.ts"

/** The academy's date when the page was loaded, which server and browser share. */
export const TodayContext = createContext<string | null>(null)

/** Without a date, as on an error's page, dates are said in full. */
const LONG_AGO = "1970-01-01"

/** Returns how to say dates: "Today", "Tomorrow", "Fri, 20 Nov". `language` is the page's own if it has only one. */
export function useSaidDate(language?: Language): (date: string) => string {
  const today = use(TodayContext)
  const tag = LANGUAGE_TAGS[useSaidLanguage(language)]
  return (date) => sayDate(tag, date, today ?? LONG_AGO)
}

/** Returns how to say a wall-clock start: "Today, 5:00 pm". */
export function useSaidStart(
  language?: Language,
): (start: { scheduled_date: string; start_time: string }) => string {
  const said = useSaidDate(language)
  const tag = LANGUAGE_TAGS[useSaidLanguage(language)]
  return ({ scheduled_date, start_time }) => `${said(scheduled_date)}, ${formatTimeIn(tag, start_time)}`
}

/** Returns how to say instants in a zone: "Today, 12:29 pm", and within a sentence "today, 12:29 pm". */
export function useSaidTime(
  zone: string,
  language?: Language,
): (instant: Date, place?: "alone" | "within") => string {
  const today = use(TodayContext)
  const tag = LANGUAGE_TAGS[useSaidLanguage(language)]
  return (instant, place) => sayInstant(tag, instant, zone, today ?? LONG_AGO, place)
}

/**
 * Returns how the reader's language writes wall-clock dates and times, and instants in a zone, inside sentences and
 * ranges: "Fri, 20 Nov", with the year only where it is another one.
 */
export function useWritten() {
  const today = use(TodayContext)
  const tag = LANGUAGE_TAGS[useLanguage()]
  return {
    date: (date: string) => shortDate(tag, date, today ?? LONG_AGO),
    time: (time: string) => formatTimeIn(tag, time),
    instant: (instant: Date, zone: string) => formatInstantIn(tag, instant, zone),
  }
}

function useSaidLanguage(language: Language | undefined): Language {
  const viewers = useLanguage()
  return language ?? viewers
}
