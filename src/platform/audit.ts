import { index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { newId } from "#shared/ids.ts"
import type { Ctx } from "./context.ts"

/** Every privileged act, by ids only, so that erasing a person leaves the log whole. Only appended to. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: uuid("id").primaryKey(),
    /** Who did it; null for the product itself. */
    actor_id: uuid("actor_id"),
    /** Such as "class.cancel". */
    action: text("action").notNull(),
    subject_id: text("subject_id").notNull(),
    detail: jsonb("detail").$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    at: timestamp("at", { withTimezone: true, mode: "date" }).notNull(),
  },
  (table) => [
    index("audit_log_newest").on(table.at),
    index("audit_log_of_subject").on(table.subject_id, table.at),
  ],
)

/** Appends to the audit log within the caller's transaction. `detail` holds ids and codes, no names or numbers. */
export async function recordAct(
  ctx: Pick<Ctx, "db" | "viewer" | "clock">,
  action: string,
  subjectId: string,
  detail: Record<string, string | number | boolean | null> = {},
): Promise<void> {
  await ctx.db.insert(auditLog).values({
    id: newId(),
    actor_id: ctx.viewer?.user_id ?? null,
    action,
    subject_id: subjectId,
    detail,
    at: ctx.clock.now(),
  })
}
