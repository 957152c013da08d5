/** One request of a student at the full hour: what the product and PostgreSQL spend on it, in ms of processor time. */
export type Visit = {
  what: "dashboard" | "stream" | "list" | "join" | "webhook"
  web: number
  database: number
}

/**
 * The rush as `npm run bench -- rush` measured it on two cores (docs/speed.md). The product's shares are measured; PostgreSQL's
 * 17 ms a journey are measured as a whole, and divided here like the product's.
 */
export const JOURNEY: readonly Visit[] = [
  { what: "dashboard", web: 12, database: 4.4 },
  { what: "stream", web: 1, database: 0.4 },
  { what: "list", web: 23, database: 8.5 },
  { what: "join", web: 4, database: 1.5 },
  { what: "webhook", web: 6, database: 2.2 },
]
/** With further processes each spends more: it hears every change, and compiles its own code. By the same measurement. */
export const BESIDE_OTHERS = 1.2
/** How much of a process's work is done one after the other; the rest collects garbage and compresses beside it. Chosen to fit. */
export const IN_TURN = 0.85
/** What the students' own program spends on a journey, where it shares the machine. Not measured apart: a tenth of the product's. */
export const STUDENT_MS = 5
/** A journey's pauses, in seconds, each half as long to half as long again. */
export const PAUSE = { read: 1.5, enter: 0.3 }

/** The rushes that were measured, of 30 s each: dashboards' p95 in ms. */
export const measuredRushes = [
  { perSecond: 20, processes: 1, dashboard: 210 },
  { perSecond: 20, processes: 2, dashboard: 208 },
  { perSecond: 30, processes: 1, dashboard: 5_900 },
  { perSecond: 30, processes: 2, dashboard: 3_600 },
]
