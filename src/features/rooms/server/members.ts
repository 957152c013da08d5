import { eq } from "drizzle-orm"
import { user } from "#features/accounts/server/table.ts"
import { standingOf } from "#features/classes/server/service.ts"
import type { RoomRole } from "#features/rooms/rules.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { readRoles } from "./roles.ts"
import { type ClassWithRoom, readClassWithRoom } from "./room.ts"

export type Member = { held: ClassWithRoom; role: RoomRole }

/** Returns the viewer as somebody who may be in the room now. Throws NOT_FOUND for everybody else. */
export async function requireMember(ctx: SignedInCtx, classId: string): Promise<Member> {
  const held = await readClassWithRoom(ctx, classId)
  if (!held) notFound()
  const role = (await readRoles(ctx, held, [ctx.viewer.user_id])).get(ctx.viewer.user_id)
  return role ? { held, role } : notFound()
}

/** As `requireMember`, for a class that is live. Throws NOT_FOUND, CLASS_NOT_LIVE. */
export async function requireMemberOfLive(ctx: SignedInCtx, classId: string): Promise<Member> {
  const member = await requireMember(ctx, classId)
  if (member.held.status !== "live") refuse("CLASS_NOT_LIVE")
  return member
}

/** Returns the class, if the viewer is its instructor or an admin. Throws NOT_FOUND. */
export async function requireStaff(ctx: SignedInCtx, classId: string): Promise<ClassWithRoom> {
  const { held, role } = await requireMember(ctx, classId)
  return role === "instructor" ? held : notFound()
}

/** As `requireStaff`, for a class that is live. Throws NOT_FOUND, CLASS_NOT_LIVE. */
export async function requireStaffOfLive(ctx: SignedInCtx, classId: string): Promise<ClassWithRoom> {
  const held = await requireStaff(ctx, classId)
  if (held.status !== "live") refuse("CLASS_NOT_LIVE")
  return held
}

/** Returns a person's name. */
export async function readName(ctx: Pick<SignedInCtx, "db">, personId: string): Promise<string> {
  const [row] = await ctx.db.select({ name: user.name }).from(user).where(eq(user.id, personId))
  return row?.name ?? ""
}

/** Checks that a person has a student's seat in the class, removed from the room or not. Throws NOT_FOUND. */
export async function requireStudent(ctx: SignedInCtx, held: ClassWithRoom, personId: string): Promise<void> {
  const standing = await standingOf(ctx, held.id, personId)
  if (standing !== "enrolled" && standing !== "approved") notFound()
}
