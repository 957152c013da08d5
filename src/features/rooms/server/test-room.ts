import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  type LocalTrackPublication,
  Room,
  TrackPublishOptions,
  TrackSource,
} from "@livekit/rtc-node"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { HOUR } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { startTestVideoServer, type TestVideoServer } from "#tests/video-server.ts"
import { readLiveClasses } from "./room.ts"
import { joinRoom } from "./service.ts"
import { watchRooms } from "./watch/watch.ts"

type Message = { body: string; authorization: string | undefined }

/**
 * A database and a real video server whose webhooks go to `onWebhook`; at first they are answered but not
 * read.
 */
export type RoomWorld = TestContext & {
  video: TestVideoServer
  onWebhook(deliver: (message: Message) => Promise<unknown>): void
  /** Enters the room as that person's device would, with a token from `joinRoom`. */
  enter(viewer: SignedIn, classId: string, deviceId?: string): Promise<Room>
  /** Enters with a token obtained earlier. */
  enterWith(entry: { server_url: string; token: string }): Promise<Room>
}

/** Starts both; `close` sends everybody out and stops both. */
export async function startRoomWorld(): Promise<RoomWorld> {
  let deliver: (message: Message) => Promise<unknown> = async () => undefined
  const beingRead = new Set<Promise<unknown>>()
  const hook = createServer(async (request, response) => {
    const body = await text(request)
    const delivered = deliver({ body, authorization: request.headers.authorization })
    beingRead.add(delivered)
    await delivered.finally(() => beingRead.delete(delivered))
    response.end()
  })
  await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve))
  const webhookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`
  const video = await startTestVideoServer({ webhookUrl })
  const context = await createTestContext({ video: video.port })
  const inside: Room[] = []

  async function enterWith(entry: { server_url: string; token: string }): Promise<Room> {
    const room = new Room()
    await room.connect(entry.server_url, entry.token, { autoSubscribe: true, dynacast: false })
    inside.push(room)
    return room
  }

  return {
    ...context,
    video,
    enterWith,
    onWebhook: (next) => {
      deliver = next
    },
    enter: async (viewer, class_id, device_id = "device-1") =>
      enterWith(await joinRoom(context.as(viewer), { class_id, device_id })),
    close: async () => {
      deliver = async () => undefined
      await Promise.all(inside.map((room) => room.disconnect()))
      await video.stop()
      await new Promise((resolve) => hook.close(resolve))
      // A server that stopped hangs up, but what it reported may still be on its way into the database.
      await Promise.allSettled(beingRead)
      await context.close()
    },
  }
}

/** Looks into the room of every live class once, and waits for all of them. */
export async function lookIntoLiveRooms(ctx: Ctx): Promise<void> {
  const watch = watchRooms(() => ctx)
  watch.follow(await readLiveClasses(ctx))
  watch.begin()
  await watch.settled()
  await watch.note(true)
}

/** Adds a class of an hour that is live and began now, unless `columns` say otherwise. */
export async function writeClass(
  ctx: Ctx,
  instructor: SignedIn,
  columns: Partial<typeof scheduledClasses.$inferInsert> = {},
): Promise<string> {
  const id = newId()
  const now = ctx.clock.now()
  await ctx.db.insert(scheduledClasses).values({
    id,
    instructor_id: instructor.user_id,
    title: "Fractions, step by step",
    subject: "mathematics",
    curriculum: "CBSE",
    scheduled_date: "2026-11-20",
    start_time: "16:00",
    end_time: "17:00",
    starts_at: now,
    ends_at: new Date(now.getTime() + HOUR),
    max_capacity: 30,
    status: "live",
    started_at: columns.status === "scheduled" ? null : now,
    ...columns,
  })
  return id
}

/** Gives a student a seat in a class. */
export async function writeSeat(ctx: Ctx, classId: string, student: SignedIn): Promise<void> {
  await ctx.db
    .insert(classEnrollments)
    .values({ id: newId(), class_id: classId, student_id: student.user_id, created_at: ctx.clock.now() })
}

/** Publishes silence as this source and resolves once the video server lists it; rejects if it refuses. */
export async function publishSilence(
  room: Room,
  source: "microphone" | "screen_share_audio",
): Promise<LocalTrackPublication> {
  if (!room.localParticipant) throw new Error("not in a room")
  const silence = new AudioSource(48_000, 1)
  const options = new TrackPublishOptions()
  options.source =
    source === "microphone" ? TrackSource.SOURCE_MICROPHONE : TrackSource.SOURCE_SCREENSHARE_AUDIO
  const track = LocalAudioTrack.createAudioTrack(source, silence)
  const published = await room.localParticipant.publishTrack(track, options)
  // The server lists a track once its first packets arrive.
  const frames = setInterval(() => void silence.captureFrame(AudioFrame.create(48_000, 1, 480)), 10)
  room.once("disconnected", () => clearInterval(frames))
  return published
}

/** Returns what this person's devices publish, by the video server's list. */
export async function publishedBy(world: RoomWorld, room: string, person: SignedIn): Promise<string[]> {
  const listed = await world.video.port.listParticipants(room)
  return listed
    .filter((one) => one.identity.startsWith(`${person.user_id}:`))
    .flatMap((one) => one.tracks.map((track) => track.source))
}
