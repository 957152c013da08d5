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
import { decodeCursor, toPage } from "#platform/database/paging.ts"
import { isId } from "#shared/ids.ts"
import { addDays, instantInZone } from "#shared/zone.ts"

/** Joins the attendance correction that an audit entry names. */
export const isCorrectionOfEntry = sql`${attendanceCorrections.id} = (${auditLog.detail} ->> 'correction_id')::uuid`

export type AuditQuery = z.output<NonNullable<(typeof listContract)["~orpc"]["inputSchema"]>>

/** Returns the audit log, newest first, in two queries. Throws FIELD_ERRORS for an invalid cursor. */
export async function listAudit(
  ctx: Ctx,
  query: AuditQuery,
): Promise<{ items: AuditEntry[]; next_cursor: string | null }> {
  const rows = await ctx.db
    .select({ entry: auditLog, actor_name: user.name, reason: attendanceCorrections.reason })
    .from(auditLog)
    .leftJoin(user, eq(user.id, auditLog.actor_id))
    .leftJoin(attendanceCorrections, isCorrectionOfEntry)
    .where(query.who ? inArray(auditLog.id, actsOf(ctx, query)) : and(...wanted(ctx, query)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(query.limit + 1)
  const names = await namesOf(
    ctx,
    rows.slice(0, query.limit).flatMap(({ entry }) => [entry.subject_id, ...idsIn(entry.detail)]),
  )
  return toPage(
    rows,
    query.limit,
    ({ entry }) => entry,
    ({ entry, actor_name, reason }) => {
      const subject = names.get(entry.subject_id)
      return {
        ...entry,
        actor_name,
        reason,
        subject_name: subject?.name ?? null,
        subject_kind: subject?.kind ?? null,
        detail_names: Object.fromEntries(
          idsIn(entry.detail).flatMap((id) => {
            const named = names.get(id)
            return named ? [[id, named.name]] : []
          }),
        ),
      }
    },
  )
}

/**
 * Selects the latest acts of people with this name: first the latest of each person, then of all, so that
 * nobody's acts are read to the end.
 */
function actsOf(ctx: Ctx, query: AuditQuery): SQL {
  const latest = ctx.db
    .select({ id: auditLog.id, at: auditLog.at })
    .from(auditLog)
    .where(and(sql`${auditLog.actor_id} = people.id`, ...wanted(ctx, query)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(query.limit + 1)
  const called = ilike(peopleText(user), `%${query.who.replace(/[\\%_]/g, "\\$&")}%`)
  return sql`(select acts.id from (select ${user.id} as id from ${user} where ${called}) people
    cross join lateral (${latest}) acts order by acts.at desc, acts.id desc limit ${query.limit + 1})`
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
