import { bigint, timestamp } from "drizzle-orm/pg-core"

/** A moment, in UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" })

/** An amount of money in paise, at most 2^53. */
export const paise = (name: string) => bigint(name, { mode: "number" })
