import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"
import {
  ParticipantInfo,
  ParticipantInfo_State,
  ParticipantPermission,
  Room,
  TrackInfo,
  TrackSource,
  TrackType,
} from "livekit-server-sdk"
import { classOfRoomName } from "#features/rooms/rules.ts"
import type { StandInCounts, StandInLook, StandInOrder, StandInPerson, StandInReady } from "./livekit.ts"

/** LiveKit's room service without media, in a process of its own. */

type StandInRoom = { people: Map<string, ParticipantInfo>; text: string | null }

const rooms = new Map<string, StandInRoom>()
const names = new Map<string, string>()
let silent = new Set<string>()
let calls: Record<string, number> = {}
const looks = new Map<string, { count: number; askers: Set<string>; longestMs: number; at: number }>()

function enter({ identity, sid, moderates }: StandInPerson): ParticipantInfo {
  const sources = moderates
    ? [TrackSource.CAMERA, TrackSource.MICROPHONE, TrackSource.SCREEN_SHARE, TrackSource.SCREEN_SHARE_AUDIO]
    : [TrackSource.CAMERA, TrackSource.MICROPHONE]
  const tracks = [TrackSource.CAMERA, TrackSource.MICROPHONE].map((source, at) => {
    const type = at === 0 ? TrackType.VIDEO : TrackType.AUDIO
    return new TrackInfo({
      sid: `TR_${at}${sid}`,
      type,
      source,
      mimeType: at === 0 ? "video/vp8" : "audio/opus",
    })
  })
  return new ParticipantInfo({
    ...{ identity, sid, tracks, name: "Asha Rao", state: ParticipantInfo_State.ACTIVE },
    ...{ joinedAt: BigInt(Math.floor(Date.now() / 1_000)), joinedAtMs: BigInt(Date.now()) },
    metadata: JSON.stringify({ role: moderates ? "instructor" : "student", name: "Asha Rao" }),
    permission: new ParticipantPermission({
      ...{ canSubscribe: true, canPublish: true, canPublishData: moderates },
      canPublishSources: sources,
    }),
  })
}

function roomOf(name: string): [classId: string, room: StandInRoom | undefined] {
  const classId = classOfRoomName(name) ?? ""
  if (name) names.set(classId, name)
  return [classId, rooms.get(classId)]
}

function look(classId: string, asker: string): void {
  const now = performance.now()
  const seen = looks.get(classId)
  if (!seen) return void looks.set(classId, { count: 1, askers: new Set([asker]), longestMs: 0, at: now })
  seen.askers.add(asker)
  seen.longestMs = Math.max(seen.longestMs, now - seen.at)
  seen.count += 1
  seen.at = now
}

/** Whose key a request is signed with; whether it is signed right is not this server's concern. */
function askerOf({ headers: { authorization = "" } }: IncomingMessage): string {
  const claims = authorization.split(".")[1] ?? ""
  return String(JSON.parse(Buffer.from(claims, "base64url").toString() || "{}").iss)
}

type Asked = {
  asker: string
  room?: string
  names?: string[]
  name?: string
  identity?: string
  permission?: object
}

/** The answers to each procedure, as LiveKit writes them in JSON; undefined for what isn't there. */
const procedures: Record<string, (asked: Asked) => string | undefined> = {
  ListRooms({ names: wanted }) {
    const listed = [...names].filter(([, name]) => !wanted?.length || wanted.includes(name))
    const rooms = listed.map(([classId, name]) => new Room({ name, sid: `RM_${classId}` }).toJson())
    return JSON.stringify({ rooms })
  },
  CreateRoom({ name = "" }) {
    const [classId] = roomOf(name)
    if (!rooms.has(classId)) rooms.set(classId, { people: new Map(), text: null })
    return new Room({ name, sid: `RM_${classId}` }).toJsonString()
  },
  DeleteRoom({ room: name = "" }) {
    const [classId] = roomOf(name)
    names.delete(classId)
    return rooms.delete(classId) ? "{}" : undefined
  },
  ListParticipants({ room: name = "", asker }) {
    const [classId, room] = roomOf(name)
    look(classId, asker)
    if (!room) return undefined
    // Written once: what writing costs is the real server's business.
    room.text ??= JSON.stringify({ participants: [...room.people.values()].map((one) => one.toJson()) })
    return room.text
  },
  UpdateParticipant({ room: name = "", identity = "", permission }) {
    const room = roomOf(name)[1]
    const person = room?.people.get(identity)
    if (!room || !person) return undefined
    if (permission) person.permission = ParticipantPermission.fromJson(permission as never)
    room.text = null
    return person.toJsonString()
  },
  RemoveParticipant({ room: name = "", identity = "" }) {
    const room = roomOf(name)[1]
    if (room) room.text = null
    return room?.people.delete(identity) ? "{}" : undefined
  },
  SendData: ({ room: name = "" }) => (roomOf(name)[1] ? "{}" : undefined),
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const procedure = request.url?.split("/").at(-1) ?? ""
  calls[procedure] = (calls[procedure] ?? 0) + 1
  const asked = { ...((await json(request)) as object), asker: askerOf(request) } as Asked
  if (silent.has(classOfRoomName(asked.room ?? "") ?? "")) return
  const text = procedures[procedure]?.(asked)
  response.writeHead(text === undefined ? 404 : 200, { "content-type": "application/json" })
  response.end(text ?? '{"code":"not_found","msg":"requested room does not exist"}')
}

function count(): StandInCounts {
  const now = performance.now()
  const told = [...looks].map(([id, seen]) => {
    const longestMs = Math.max(seen.longestMs, now - seen.at)
    return [id, { count: seen.count, askers: [...seen.askers], longestMs }] satisfies [string, StandInLook]
  })
  const counts = calls
  calls = {}
  for (const seen of looks.values()) Object.assign(seen, { count: 0, askers: new Set(), longestMs: 0 })
  const { user, system } = process.cpuUsage()
  return { kind: "counts", calls: counts, looks: Object.fromEntries(told), cpuSeconds: (user + system) / 1e6 }
}

process.on("message", (order: StandInOrder) => {
  if (order.kind === "count") return process.send?.(count())
  if (order.kind === "silence") silent = new Set(order.classIds)
  if (order.kind === "fill") {
    for (const [classId, people] of order.rooms) {
      const known = rooms.get(classId)?.people
      const entered = people.map((one) => [one.identity, known?.get(one.identity) ?? enter(one)] as const)
      rooms.set(classId, { people: new Map(entered), text: null })
    }
  }
  process.send?.({ kind: "done" })
})
process.on("disconnect", () => process.exit())

const server = createServer((request, response) => void answer(request, response))
server.listen(0, "127.0.0.1", () => {
  process.send?.({ kind: "ready", port: (server.address() as AddressInfo).port } satisfies StandInReady)
})
