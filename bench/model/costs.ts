/** One request of a student at the full hour: what the product and PostgreSQL spend on it, in ms of processor time. */
export type Visit = {
  what: "dashboard" | "notices" | "stream" | "list" | "room" | "join" | "board" | "webhook"
  web: number
  database: number
  /** What the student does until the next one. */
  pause?: keyof typeof PAUSE
}

/** A journey's pauses, in seconds, each half as long to half as long again. */
export const PAUSE = { read: 1.5, enter: 0.3 }

/**
 * The rush as `npm run bench -- rush` measured it on two cores before the room's statements were built once: 34 to 40 ms
 * of the product's two processes and 17 to 21 ms of PostgreSQL's for a journey beside 20 to 30 others a second. Each
 * request alone costs less, 27 and 10 ms in all; what it has of the whole is taken from there. The three streams are
 * counted as one. The last whole run measured 37 and 17 ms at 20 a second, which adds up to the same.
 */
export const JOURNEY: readonly Visit[] = [
  { what: "dashboard", web: 7.7, database: 2.6 },
  { what: "stream", web: 2, database: 0 },
  { what: "notices", web: 0.9, database: 0, pause: "read" },
  { what: "list", web: 5.7, database: 3.1, pause: "read" },
  { what: "room", web: 5.9, database: 2.6 },
  { what: "join", web: 3.9, database: 1.1, pause: "enter" },
  { what: "board", web: 3.9, database: 3.9 },
  { what: "webhook", web: 5, database: 5.6 },
]
/** With further processes each spends more: it hears every change, and compiles its own code. By the same measurement. */
export const BESIDE_OTHERS = 1.08
/** How much of a process's work is done one after the other; the rest collects garbage and compresses beside it. Chosen to fit. */
export const IN_TURN = 0.85
/** What the students' own program spends on a journey, where it shares the machine. By the same measurement. */
export const STUDENT_MS = 5

/** The rushes that were measured, of 30 s each: dashboards' p95 in ms. */
export const measuredRushes = [
  { perSecond: 20, processes: 2, dashboard: 62 },
  { perSecond: 25, processes: 2, dashboard: 73 },
  { perSecond: 30, processes: 2, dashboard: 385 },
  { perSecond: 100, processes: 2, dashboard: 19_962 },
]
