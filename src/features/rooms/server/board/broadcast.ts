import { eq } from "drizzle-orm"
import { BOARD_TOPIC } from "#contract/rooms/board-topic.ts"
import type { BoardChange } from "#contract/rooms/room-board.ts"
import type { Ctx } from "#platform/context.ts"
import { parseIdentity } from "#platform/video/identity.ts"
import type { VideoParticipant } from "#platform/video/port.ts"
import { classRooms } from "../table.ts"

/** Who is told about a change: everybody, or staff and optionally one person. */
export type Audience = "all" | { staff: true; person?: string | null }

/**
 * Tells the browsers in a class's room about a committed change. A browser that misses it finds the change on
 * the board later, so if the video server is down this is only logged.
 */
export async function tellRoom(
  ctx: Pick<Ctx, "db" | "video" | "log">,
  classId: string,
  change: BoardChange,
  audience: Audience = "all",
): Promise<void> {
  try {
    const [room] = await ctx.db
      .select({ name: classRooms.name })
      .from(classRooms)
      .where(eq(classRooms.class_id, classId))
    if (!room) return
    const { port } = ctx.video
    const payload = JSON.stringify(change)
    if (audience === "all") await port.sendData(room.name, payload, BOARD_TOPIC)
    else {
      const hearers = (await port.listParticipants(room.name)).filter((one) => hears(one, audience.person))
      await port.sendData(
        room.name,
        payload,
        BOARD_TOPIC,
        hearers.map((one) => one.identity),
      )
    }
  } catch (error) {
    ctx.log.warn({ err: error, class_id: classId }, "a room was not told of a change, its board has it")
  }
}

/**
 * Whether `joinRoom` wrote a staff role into the participant's metadata, which participants can't change
 * themselves.
 */
export function isStaffInside(participant: Pick<VideoParticipant, "metadata">): boolean {
  try {
    return (JSON.parse(participant.metadata) as { role?: unknown }).role === "instructor"
  } catch {
    return false
  }
}

function hears(participant: VideoParticipant, person: string | null | undefined): boolean {
  return isStaffInside(participant) || (!!person && parseIdentity(participant.identity)?.personId === person)
}
