import { and, eq, sql } from "drizzle-orm"
import type { RoomPolicy } from "#contract/rooms/room-board.ts"
import { admins, students, user } from "#features/accounts/server/table.ts"
import { teaches } from "#features/classes/rules.ts"
import { classEnrollments, demoClassRequests } from "#features/classes/server/table.ts"
import { consentedTo } from "#features/guardians/server/consents.ts"
import { type RoomRole, roleInRoom } from "#features/rooms/rules.ts"
import type { Ctx } from "#platform/context.ts"
import { roomAdmissions } from "./board-tables.ts"
import type { ClassWithRoom } from "./room.ts"
import { roomBans } from "./table.ts"

/**
 * Returns those of these people who have an account, each with their role in the room. The role is null for
 * banned people, disabled accounts, minors without a guardian's consent if the academy requires it, people
 * without a seat (any more), and people who came after the room was locked. One query.
 */
export async function readRoles(
  ctx: Pick<Ctx, "db" | "env" | "clock">,
  held: HeldClass,
  personIds: readonly string[],
): Promise<Map<string, RoomRole | null>> {
  const [roles] = await readRolesOf(ctx, [{ held, personIds }])
  return roles ?? new Map()
}

type HeldClass = Pick<ClassWithRoom, "id" | "instructor_id" | "substitutes_for"> & {
  policy: Pick<RoomPolicy, "locked">
}

/** The same for each of these classes, in their order. One query. */
export async function readRolesOf(
  ctx: Pick<Ctx, "db" | "env" | "clock">,
  asked: readonly { held: HeldClass; personIds: readonly string[] }[],
): Promise<Map<string, RoomRole | null>[]> {
  const pairs = asked.flatMap(({ held, personIds }) => [...new Set(personIds)].map((id) => [held.id, id]))
  if (pairs.length === 0) return asked.map(() => new Map())
  const classIds = sql.param(pairs.map(([classId]) => classId))
  const people = sql.param(pairs.map(([, person]) => person))
  const classId = sql<string>`asked.class_id`
  const rows = await ctx.db
    .select({
      id: user.id,
      class_id: classId,
      disabled_at: user.disabledAt,
      admin: admins.user_id,
      ban: roomBans.person_id,
      admission: roomAdmissions.person_id,
      enrolment: classEnrollments.id,
      request: demoClassRequests.status,
      consented: consentedTo(ctx, "live_classes"),
    })
    .from(user)
    .innerJoin(
      sql`unnest(${classIds}::uuid[], ${people}::uuid[]) as asked (class_id, person_id)`,
      sql`asked.person_id = ${user.id}`,
    )
    .leftJoin(students, eq(students.user_id, user.id))
    .leftJoin(admins, eq(admins.user_id, user.id))
    .leftJoin(roomBans, and(eq(roomBans.person_id, user.id), eq(roomBans.class_id, classId)))
    .leftJoin(
      roomAdmissions,
      and(eq(roomAdmissions.person_id, user.id), eq(roomAdmissions.class_id, classId)),
    )
    .leftJoin(
      classEnrollments,
      and(eq(classEnrollments.student_id, user.id), eq(classEnrollments.class_id, classId)),
    )
    .leftJoin(
      demoClassRequests,
      and(eq(demoClassRequests.student_id, user.id), eq(demoClassRequests.class_id, classId)),
    )
  const byClass = Map.groupBy(rows, (row) => row.class_id)
  return asked.map(({ held }) => {
    const roles = byClass.get(held.id)?.map((row) => {
      const seated = row.enrolment !== null || row.request === "approved"
      const standing = teaches(held, { user_id: row.id }) ? "instructor" : seated ? "enrolled" : "none"
      const role = row.disabled_at === null ? roleInRoom(standing, row.admin !== null) : null
      const shutOut =
        row.ban !== null ||
        (held.policy.locked && row.admission === null) ||
        (ctx.env.liveClassesNeedConsent && row.consented === false)
      return [row.id, role === "student" && shutOut ? null : role] as const
    })
    return new Map(roles)
  })
}
