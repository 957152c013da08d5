/** Display and arithmetic of instants that both server and browser need. Zone conversion is in zone.ts. */

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format costs a hundred times what using it does. */
function format(zone: string, options: Intl.DateTimeFormatOptions, locale = "en-IN"): Intl.DateTimeFormat {
  const key = `${zone}|${locale}|${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  formats.set(key, made)
  return made
}

/** The wall-clock date of an instant in a zone, as YYYY-MM-DD. */
export function dateInZone(instant: Date, zone: string): string {
  const parts = partsInZone(instant, zone)
  return `${parts.year}-${parts.month}-${parts.day}`
}

/** The wall-clock time of an instant in a zone, as HH:MM. */
export function timeInZone(instant: Date, zone: string): string {
  const parts = partsInZone(instant, zone)
  return `${parts.hour}:${parts.minute}`
}

const PARTS = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const

function partsInZone(instant: Date, zone: string): Record<string, string> {
  const parts = format(zone, PARTS, "en-CA").formatToParts(instant)
  return Object.fromEntries(parts.map((part) => [part.type, part.value]))
}

/** The short name that a zone has at an instant, such as IST. */
export function nameOfZone(instant: Date, zone: string): string {
  const parts = format(zone, { timeZoneName: "short" }).formatToParts(instant)
  return parts.find((part) => part.type === "timeZoneName")?.value ?? zone
}

/** The weekday of a wall-clock date: 1 is Monday and 7 Sunday. */
export function weekdayOf(date: string): number {
  // Noon in UTC is the same date everywhere that dates have no zone.
  return new Date(`${date}T12:00:00Z`).getUTCDay() || 7
}

/** "Fri, 20 Nov, 2026" for a wall-clock date. The date has no zone: it is read and shown in UTC. */
export function formatDate(date: string): string {
  return formatDateIn("en-IN", date)
}

/** The same as a language writes it, by its tag. */
export function formatDateIn(languageTag: string, date: string): string {
  const options = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const
  return format("UTC", options, languageTag).format(new Date(`${date}T00:00:00Z`))
}

/** "20 Nov" for a wall-clock date, where there is room for no more; in Hindi by the language's tag: "20 नव॰". */
export function formatDayIn(languageTag: string, date: string): string {
  return format("UTC", { day: "numeric", month: "short" }, languageTag).format(new Date(`${date}T00:00:00Z`))
}

/** "27 March 2014" for a wall-clock date, as people say a date of birth; in Hindi by its tag. */
export function formatBirthDate(date: string, locale?: string): string {
  const options = { day: "numeric", month: "long", year: "numeric" } as const
  return format("UTC", options, locale).format(new Date(`${date}T00:00:00Z`))
}

/** "4:30 pm" for a wall-clock HH:MM. */
export function formatTime(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? "am" : "pm"}`
}

/** The same as a language says it, by its tag: "शाम 4:30 बजे" in Hindi. */
export function formatTimeIn(languageTag: string, time: string): string {
  if (!languageTag.startsWith("hi")) return formatTime(time)
  const hour = Number(time.slice(0, 2))
  const part = hour < 4 ? "रात" : hour < 12 ? "सुबह" : hour < 16 ? "दोपहर" : hour < 20 ? "शाम" : "रात"
  return `${part} ${hour % 12 || 12}:${time.slice(3, 5)} बजे`
}

/** "Fri, 20 Nov, 4:30 pm" for an instant in a zone. */
export function formatInstant(instant: Date, zone: string): string {
  return format(zone, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
    hour12: true,
  }).format(instant)
}

/** The same as a language says it, by its tag: "शुक्र, 20 नव॰, शाम 4:30 बजे" in Hindi. */
export function formatInstantIn(languageTag: string, instant: Date, zone: string): string {
  if (!languageTag.startsWith("hi")) return formatInstant(instant, zone)
  const day = format(zone, { weekday: "short", day: "numeric", month: "short" }, languageTag).format(instant)
  return `${day}, ${formatTimeIn(languageTag, timeInZone(instant, zone))}`
}

const NEAR_DAYS: Record<string, readonly [yesterday: string, today: string, tomorrow: string]> = {
  en: ["Yesterday", "Today", "Tomorrow"],
  hi: ["कल", "आज", "कल"],
}

/**
 * Says a wall-clock date as people do on the date `today`: "Today", "Tomorrow", "Fri, 20 Nov", and with the year only
 * where it is another one. In Hindi by the language's tag.
 */
export function sayDate(languageTag: string, date: string, today: string): string {
  const daysAhead = (Date.parse(`${date}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY
  return NEAR_DAYS[languageTag.slice(0, 2)]?.[daysAhead + 1] ?? shortDate(languageTag, date, today)
}

/** The same without "Today", as for the ends of a week and inside sentences: "Fri, 20 Nov". */
export function shortDate(languageTag: string, date: string, today: string): string {
  if (date.slice(0, 4) !== today.slice(0, 4)) return formatDateIn(languageTag, date)
  const options = { weekday: "short", day: "numeric", month: "short" } as const
  return format("UTC", options, languageTag).format(new Date(`${date}T00:00:00Z`))
}

/** Says an instant in a zone the same way: "Today, 12:29 pm", and within a sentence "today, 12:29 pm". */
export function sayInstant(
  languageTag: string,
  instant: Date,
  zone: string,
  today: string,
  place: "alone" | "within" = "alone",
): string {
  const date = dateInZone(instant, zone)
  const said = sayDate(languageTag, date, today)
  // The names of weekdays and months keep their capitals.
  const isNear = said !== shortDate(languageTag, date, today)
  const day = place === "within" && isNear ? said.toLowerCase() : said
  return `${day}, ${formatTimeIn(languageTag, timeInZone(instant, zone))}`
}
