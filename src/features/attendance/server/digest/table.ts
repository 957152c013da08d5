import { boolean, date, pgTable, unique, uuid } from "drizzle-orm/pg-core"
import { guardians } from "#features/accounts/server/table.ts"
import { instant } from "#platform/database/columns.ts"

/** The weekly digests that were due: one row for each guardian and week, whether or not there was anything to say. */
export const weeklyDigests = pgTable(
  "weekly_digests",
  {
    id: uuid("id").primaryKey(),
    guardian_id: uuid("guardian_id")
      .notNull()
      .references(() => guardians.user_id, { onDelete: "cascade" }),
    /** The Monday of the week in the institution's zone. */
    week: date("week").notNull(),
    said: boolean("said").notNull(),
    made_at: instant("made_at").notNull(),
  },
  (table) => [unique("weekly_digests_once").on(table.guardian_id, table.week)],
)
