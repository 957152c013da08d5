import { MINUTE, SECOND } from "./time.ts"

const MINUTE_SECONDS = MINUTE / SECOND
/** From this length on, seconds are not shown. */
const WHOLE_MINUTES_FROM = 10 * MINUTE_SECONDS

const WORDS = {
  en: {
    minutes: (count: number) => (count === 1 ? "1 minute" : `${count} minutes`),
    seconds: (count: number) => (count === 1 ? "1 second" : `${count} seconds`),
    both: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
  },
  hi: {
    minutes: (count: number) => `${count} मिनट`,
    seconds: (count: number) => `${count} सेकंड`,
    both: (minutes: number, seconds: number) => `${minutes} मिनट ${seconds} सेकंड`,
  },
}

/** Formats whole minutes in words, such as "1 minute" or "10 मिनट". */
export function formatMinutes(count: number, language: keyof typeof WORDS): string {
  return WORDS[language].minutes(count)
}

/**
 * Formats whole seconds in words. From ten minutes on only minutes are shown, rounded down unless `round`
 * says otherwise.
 */
export function formatSeconds(
  seconds: number,
  language: keyof typeof WORDS,
  round: (minutes: number) => number = Math.floor,
): string {
  const words = WORDS[language]
  if (seconds >= WHOLE_MINUTES_FROM) return words.minutes(round(seconds / MINUTE_SECONDS))
  const minutes = Math.floor(seconds / MINUTE_SECONDS)
  const rest = seconds % MINUTE_SECONDS
  if (minutes === 0) return words.seconds(rest)
  return rest === 0 ? words.minutes(minutes) : words.both(minutes, rest)
}
