import { sql } from "drizzle-orm"
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { students, user } from "#features/accounts/server/table.ts"
import type { ReferralReason } from "../../referrals.ts"

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" })

/** The code that a student's link ends with. */
export const referralCodes = pgTable(
  "referral_codes",
  {
    student_id: uuid("student_id")
      .primaryKey()
      .references(() => students.user_id, { onDelete: "cascade" }),
    code: text("code").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("referral_codes_code").on(table.code)],
)

/** Who came by whose link. Each newcomer comes once. */
export const referrals = pgTable(
  "referrals",
  {
    id: uuid("id").primaryKey(),
    referrer_id: uuid("referrer_id").references(() => user.id, { onDelete: "set null" }),
    newcomer_id: uuid("newcomer_id").references(() => user.id, { onDelete: "set null" }),
    state: text("state").$type<"joined" | "rewarded" | "refused">().notNull(),
    /** Why neither got anything. */
    reason: text("reason").$type<ReferralReason>(),
    joined_at: instant("joined_at").notNull(),
    /** When a job last tried to decide. */
    looked_at: instant("looked_at"),
    decided_at: instant("decided_at"),
  },
  (table) => [
    uniqueIndex("referrals_of_newcomer").on(table.newcomer_id),
    index("referrals_of_referrer").on(table.referrer_id, table.joined_at),
    index("referrals_open").on(table.newcomer_id).where(sql`${table.state} = 'joined'`),
    check("referrals_state", sql`${table.state} in ('joined', 'rewarded', 'refused')`),
    check("referrals_reason", sql`(${table.state} = 'refused') = (${table.reason} is not null)`),
  ],
)
