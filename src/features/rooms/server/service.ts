import { eq, sql } from "drizzle-orm"
import { standingOf } from "#features/classes/server/service.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { readAllowed } from "#features/guardians/server/consents.ts"
import { programs } from "#features/programs/server/table.ts"
import { isUnattended, joinRefusal, rightsOf, roleInRoom, TOKEN_SECONDS } from "#features/rooms/rules.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { prepared } from "#platform/database/db.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { VideoUnavailable } from "#platform/video/errors.ts"
import { formatIdentity } from "#platform/video/identity.ts"
import type { Meetings } from "#platform/video/service.ts"
import { countPresent } from "./presence.ts"
import { ensureRoom, readClassWithRoom, readLimits, toGrant } from "./room.ts"

/**
 * Returns a token for this person and device to enter the room of a live class, valid for two minutes. A
 * student gets none for a meeting without an instructor, because nobody could hold them inside. Throws
 * NOT_FOUND, VIDEO_UNAVAILABLE, WAITING_FOR_INSTRUCTOR and the refusals of `joinRefusal`.
 */
export async function joinRoom(ctx: SignedInCtx, input: { class_id: string; device_id: string }) {
  const { viewer } = ctx
  const held = await readClassWithRoom(ctx, input.class_id)
  if (!held) notFound()
  const [standing, limits, allowed, sound] = await Promise.all([
    standingOf(ctx, held.id, viewer.user_id),
    readLimits(ctx, held.id, viewer.user_id),
    readAllowedInRoom(ctx),
    readSound(ctx, held.id),
  ])
  const isAdmin = viewer.role === "admin"
  const isLockedOut = held.policy.locked && !limits.admitted
  const refusal = joinRefusal({
    ...held,
    standing,
    isAdmin,
    isBanned: limits.banned,
    lacksConsent: !allowed.live,
    isLockedOut,
  })
  const role = roleInRoom(standing, isAdmin)
  if (refusal || !role) refuse(refusal ?? "ENROLMENT_REQUIRED")

  const identity = formatIdentity(viewer.user_id, input.device_id)
  const name = `${viewer.first_name} ${viewer.last_name}`.trim()
  try {
    const room = (await ensureRoom(ctx, held)) ?? refuse("CLASS_OVER")
    const alone = room.held_since !== null || isUnattended(room.unattended_since, ctx.clock.now())
    const { meetings } = ctx.video
    if (meetings && alone && role === "student") refuse("WAITING_FOR_INSTRUCTOR")
    const token = await ctx.video.port.mintToken({
      room: room.name,
      identity,
      name,
      moderates: role === "instructor",
      grant: toGrant(rightsOf(role, alone, held.policy, limits.allowance)),
      ttlSeconds: TOKEN_SECONDS,
      metadata: JSON.stringify({ role, name }),
    })
    const server_url = ctx.video.port.publicUrl
    const { voice: voice_counts, recording: recordable } = allowed
    const meeting = meetings && describeMeeting(meetings, room.name)
    return { server_url, token, room: room.name, role, identity, voice_counts, recordable, sound, meeting }
  } catch (error) {
    if (!(error instanceof VideoUnavailable)) throw error
    ctx.log.warn({ err: error, class_id: held.id }, "joining a class failed for want of the video server")
    refuse("VIDEO_UNAVAILABLE")
  }
}

/** Returns what is heard in a class: music where its program teaches that. */
async function readSound(ctx: Pick<Ctx, "db">, classId: string): Promise<"speech" | "music"> {
  const [program] = await serviceOfClass(ctx.db, { class: classId })
  return program?.service === "Music" ? "music" : "speech"
}

const serviceOfClass = prepared("service_of_class", (db) =>
  db
    .select({ service: programs.service })
    .from(scheduledClasses)
    .innerJoin(programs, eq(programs.id, scheduledClasses.course_id))
    .where(eq(scheduledClasses.id, sql.placeholder("class"))),
)

function describeMeeting({ domain, scriptUrl, nameOf, mayRecord }: Meetings, room: string) {
  return { domain, script_url: scriptUrl, room_name: nameOf(room), may_record: mayRecord }
}

type Allowed = { live: boolean; voice: boolean; recording: boolean }

/**
 * Returns whether the viewer may join live classes (with a guardian's consent if the academy requires it),
 * whether their voice marks them present, and whether they may be recorded. Consent only applies to students.
 */
export async function readAllowedInRoom({ viewer, ...ctx }: SignedInCtx): Promise<Allowed> {
  if (viewer.role !== "student") return { live: true, voice: false, recording: true }
  const { liveClassesNeedConsent, voiceEvidence } = ctx.env
  const allowed = await readAllowed(ctx, viewer.user_id, ["live_classes", "voice_evidence", "recording"])
  return {
    live: !liveClassesNeedConsent || allowed.has("live_classes"),
    voice: voiceEvidence && allowed.has("voice_evidence"),
    recording: allowed.has("recording"),
  }
}

/** Returns what a member sees of the room from outside. Throws NOT_FOUND, FORBIDDEN. */
export async function getRoomState(ctx: SignedInCtx, classId: string) {
  const held = await readClassWithRoom(ctx, classId)
  if (!held) notFound()
  const standing = await standingOf(ctx, held.id, ctx.viewer.user_id)
  if (!roleInRoom(standing, ctx.viewer.role === "admin")) refuse("FORBIDDEN")
  const live = held.status === "live"
  return {
    class_id: held.id,
    status: held.status,
    waiting_for_instructor: live && held.room !== null && held.room.held_since !== null,
    people_present: live ? await countPresent(ctx, held.id) : 0,
    video: ctx.video.status(),
    engine: ctx.video.meetings ? ("jitsi" as const) : ("livekit" as const),
  }
}
