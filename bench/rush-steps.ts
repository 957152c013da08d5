export type RushOrder = {
  host: string
  port: number
  students: { cookie: string; classId: string }[]
  /** How many come; null goes through the steps one by one instead. */
  perSecond: number | null
  /** Of the video server, whose webhooks say that somebody joined. */
  apiKey: string
  apiSecret: string
}

export const STEPS = ["dashboard", "notices", "stream", "list", "room", "join", "board", "webhook"] as const
export type Step = (typeof STEPS)[number]

export type RushTally = {
  /** How long each step took to answer, in milliseconds, ascending. */
  times: Record<Step, number[]>
  /** What did not succeed, and how often. */
  errors: Record<string, number>
  /** Journeys that ended, with or without success. */
  journeys: number
  /** From the first arrival to the last answer. */
  seconds: number
  cpuSeconds: number
}
