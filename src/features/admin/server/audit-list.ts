import { and, desc, eq, gte, ilike, inArray, like, lt, type SQL, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/pg-core"
import type { z } from "zod"
import type { AuditEntry, listAudit as listContract } from "#contract/admin/admin-audit.ts"
import { peopleText, user } from "#features/accounts/server/table.ts"
import { attendanceCorrections } from "#features/attendance/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { programs } from "#features/programs/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { Ctx } from "#platform/context.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import { isId } from "#shared/ids.ts"
import { addDays, instantInZone } from "#shared/zone.ts"

/** Joins the attendance correction that an audit entry names. */
export const isCorrectionOfEntry = sql`${attendanceCorrections.id} = (${auditLog.detail} ->> 'correction_id')::uuid`

export type AuditQuery = z.output<NonNullable<(typeof listContract)["~orpc"]["inputSchema"]>>

/** Returns the audit log, newest first, in two or three queries. Throws FIELD_ERRORS for an invalid cursor. */
export async function listAudit(
  ctx: Ctx,
  query: AuditQuery,
): Promise<{ items: AuditEntry[]; next_cursor: string | null }> {
  const rows = await (query.who ? readActsOf(ctx, query) : readActs(ctx, query))
  const { items, next_cursor } = toPage(
    rows,
    query.limit,
    (entry) => entry,
    (entry) => entry,
  )
  // Looked up once for the page: few people do most of what is on it.
  const [names, reasons] = await Promise.all([
    namesOf(
      ctx,
      items.flatMap(({ subject_id, actor_id, detail }) => [subject_id, actor_id ?? "", ...idsIn(detail)]),
    ),
    reasonsOf(ctx, items),
  ])
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id)?.name ?? null))
  return {
    next_cursor,
    items: items.map((entry) => ({
      ...entry,
      actor_name: nameOf(entry.actor_id),
      reason: reasons.get(correctionOf(entry)) ?? null,
      subject_name: nameOf(entry.subject_id),
      subject_kind: names.get(entry.subject_id)?.kind ?? null,
      detail_names: Object.fromEntries(
        idsIn(entry.detail).flatMap((id) => {
          const name = nameOf(id)
          return name === null ? [] : [[id, name]]
        }),
      ),
    })),
  }
}

type Entry = { detail: AuditEntry["detail"] }

function correctionOf({ detail: { correction_id } }: Entry): string | null {
  return typeof correction_id === "string" && isId(correction_id) ? correction_id : null
}

/** Returns why attendance was corrected by these entries, by the correction's id. */
async function reasonsOf(ctx: Pick<Ctx, "db">, entries: Entry[]): Promise<Map<string | null, string | null>> {
  const ids = entries.flatMap((entry) => correctionOf(entry) ?? [])
  if (ids.length === 0) return new Map()
  const { id, reason } = attendanceCorrections
  const rows = await ctx.db.select({ id, reason }).from(attendanceCorrections).where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, row.reason]))
}

function readActs(ctx: Ctx, query: AuditQuery, whose?: SQL) {
  return ctx.db
    .select()
    .from(auditLog)
    .where(and(whose, ...wanted(ctx, query)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limitFor(query.limit))
}

/**
 * Reads the latest acts of people with this name: first the latest of each person, then of all, so that
 * nobody's acts are read to the end.
 */
function readActsOf(ctx: Ctx, query: AuditQuery) {
  const people = ctx.db
    .select({ id: user.id })
    .from(user)
    .where(ilike(peopleText(user), `%${query.who.replace(/[\\%_]/g, "\\$&")}%`))
    .as("people")
  const acts = readActs(ctx, query, eq(auditLog.actor_id, people.id)).as("acts")
  const { id, actor_id, action, subject_id, detail, at } = acts
  return ctx.db
    .select({ id, actor_id, action, subject_id, detail, at })
    .from(people)
    .crossJoinLateral(acts)
    .orderBy(desc(at), desc(id))
    .limit(limitFor(query.limit))
}

function wanted(ctx: Ctx, { what, from, to, subject_id, cursor }: AuditQuery): (SQL | undefined)[] {
  const zone = ctx.env.TIME_ZONE
  const after = decodeCursor(cursor)
  return [
    what ? like(auditLog.action, `${what}.%`) : undefined,
    from ? gte(auditLog.at, instantInZone(from, "00:00", zone)) : undefined,
    to ? lt(auditLog.at, instantInZone(addDays(to, 1), "00:00", zone)) : undefined,
    subject_id ? eq(auditLog.subject_id, subject_id) : undefined,
    after
      ? sql`(${auditLog.at}, ${auditLog.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
      : undefined,
  ]
}

function idsIn(detail: AuditEntry["detail"]): string[] {
  return Object.values(detail).filter((value) => typeof value === "string" && isId(value)) as string[]
}

type Named = { id: string; name: string; kind: NonNullable<AuditEntry["subject_kind"]> }

/** Returns the current names of people, classes and programs, by id. One query. */
async function namesOf(ctx: Pick<Ctx, "db">, wantedIds: string[]): Promise<Map<string, Named>> {
  const ids = [...new Set(wantedIds.filter(isId))]
  if (ids.length === 0) return new Map()
  const rows = await unionAll(
    ctx.db
      .select({ id: user.id, name: user.name, kind: sql<Named["kind"]>`'person'`.as("kind") })
      .from(user)
      .where(inArray(user.id, ids)),
    ctx.db
      .select({
        id: scheduledClasses.id,
        name: scheduledClasses.title,
        kind: sql<Named["kind"]>`'class'`.as("kind"),
      })
      .from(scheduledClasses)
      .where(inArray(scheduledClasses.id, ids)),
    ctx.db
      .select({ id: programs.id, name: programs.title, kind: sql<Named["kind"]>`'program'`.as("kind") })
      .from(programs)
      .where(inArray(programs.id, ids)),
  )
  return new Map(rows.map((row) => [row.id, row]))
}
