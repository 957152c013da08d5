import {
  DataPacket_Kind,
  type ParticipantInfo,
  ParticipantInfo_State,
  type Room,
  RoomServiceClient,
  WebhookReceiver,
} from "livekit-server-sdk"
import { isMissing, isUnanswered, toVideoError } from "#platform/video/errors.ts"
import { type RoomGrant, readPermission, toPermission } from "#platform/video/grant.ts"
import { mintToken, type TokenOptions } from "#platform/video/token.ts"
import { readTrack, readWebhook, type VideoEvent, type VideoTrack } from "#platform/video/webhook.ts"

/** The longest any call to the video server may take, in seconds. */
const CALL_TIMEOUT_SECONDS = 5

export type VideoRoom = {
  name: string
  sid: string
  participants: number
  maxParticipants: number
  createdAt: Date
  metadata: string
}

/** `state` is "active" once media can flow, after "joining" and "joined". */
export type VideoParticipant = {
  identity: string
  sid: string
  name: string
  state: "joining" | "joined" | "active" | "disconnected"
  joinedAt: Date
  tracks: VideoTrack[]
  grant: RoomGrant
  metadata: string
  attributes: Record<string, string>
}

export type RoomOptions = {
  name: string
  /** Seconds the room stays open before anybody came. */
  emptyTimeoutSeconds: number
  /** Seconds the room stays open after the last one left. */
  departureTimeoutSeconds: number
  /** Left out means no limit; a limit can be changed later but not taken away. */
  maxParticipants?: number
  metadata?: string
}

/**
 * The video server as the product uses it. Every call ends within 5 s; it throws VideoUnavailable when the
 * server can't be reached or fails, and VideoRefused when it declines. Commands to a participant return false
 * when that participant (or track) isn't there.
 */
export type VideoPort = {
  /** Where browsers connect, ws:// or wss://. */
  publicUrl: string
  /** Makes the room unless it exists; an existing one takes over the timeouts, limit and metadata given. */
  ensureRoom(options: RoomOptions): Promise<VideoRoom>
  /** Sends everybody out and forgets the room. A missing room is fine. */
  closeRoom(name: string): Promise<void>
  /** Those of these names that are open; all without names. */
  listRooms(names?: string[]): Promise<VideoRoom[]>
  /**
   * A missing room has no participants. Those of a node that died stay listed until they come back by another node
   * or the room is closed: see `respondingSid`.
   */
  listParticipants(room: string): Promise<VideoParticipant[]>
  /** The sid of the connection that some node has for a participant; null (only after 3 s) where none has one. */
  respondingSid(room: string, identity: string): Promise<string | null>
  mintToken(options: TokenOptions): Promise<string>
  /** Replaces all that the participant may do; tracks it may no longer publish are taken down. */
  setGrant(room: string, identity: string, grant: RoomGrant): Promise<boolean>
  muteTrack(room: string, identity: string, trackSid: string): Promise<boolean>
  /** Removes one participant. Its token stays valid, so a banned person must be removed on each return. */
  removeParticipant(room: string, identity: string): Promise<boolean>
  /**
   * Reliable and in order, to all or to `identities`; false (only after 3 s) when there is no such room. Keep
   * it under 15 kB, or browsers may drop it.
   */
  sendData(room: string, payload: string | Uint8Array, topic: string, identities?: string[]): Promise<boolean>
  /** See `readWebhook`. */
  verifyWebhook(rawBody: string, authorization: string | null | undefined): Promise<VideoEvent>
}

export type VideoPortOptions = {
  httpUrl: string
  publicUrl: string
  apiKey: string
  apiSecret: string
  /** The longest any call may take. */
  timeoutSeconds?: number
}

/** The port on a LiveKit server at `httpUrl`. Opens no connection until it is used. */
export function livekitVideo({
  httpUrl,
  publicUrl,
  apiKey,
  apiSecret,
  timeoutSeconds = CALL_TIMEOUT_SECONDS,
}: VideoPortOptions): VideoPort {
  // Failing over to other regions concerns LiveKit's cloud and would multiply the timeout.
  const options = { requestTimeout: timeoutSeconds, failover: false }
  const client = new RoomServiceClient(httpUrl, apiKey, apiSecret, options)
  const receiver = new WebhookReceiver(apiKey, apiSecret)
  return {
    publicUrl,
    ensureRoom: (room) => ensureRoom(client, room),
    closeRoom: async (name) => {
      await whenPresent("close room", () => client.deleteRoom(name))
    },
    listRooms: async (names) => (await calling("list rooms", () => client.listRooms(names))).map(readRoom),
    listParticipants: async (room) => {
      const found = await whenPresent("list participants", () => client.listParticipants(room))
      return (found ?? []).map(readParticipant)
    },
    respondingSid: (room, identity) => respondingSid(client, room, identity),
    mintToken: (token) => mintToken(apiKey, apiSecret, token),
    setGrant: (room, identity, grant) =>
      reaching("set grant", client, room, identity, () =>
        client.updateParticipant(room, identity, { permission: toPermission(grant) }),
      ),
    muteTrack: (room, identity, trackSid) => muteTrack(client, room, identity, trackSid),
    removeParticipant: (room, identity) =>
      reaching("remove participant", client, room, identity, () => client.removeParticipant(room, identity)),
    sendData: (room, payload, topic, identities) => sendData(client, room, payload, topic, identities),
    verifyWebhook: (rawBody, authorization) => readWebhook(receiver, rawBody, authorization),
  }
}

async function calling<T>(call: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw toVideoError(call, error)
  }
}

async function whenPresent<T>(call: string, run: () => Promise<T>): Promise<T | null> {
  try {
    return await run()
  } catch (error) {
    if (isMissing(error)) return null
    throw toVideoError(call, error)
  }
}

// A command to a participant who is just leaving gets no response (after 3 s) instead of "not found"; listing
// the participants tells that apart from a server in trouble.
async function reaching(
  call: string,
  client: RoomServiceClient,
  room: string,
  identity: string,
  run: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    if (isMissing(error)) return false
    if (!isUnanswered(error)) throw toVideoError(call, error)
    const present = (await whenPresent(call, () => client.listParticipants(room))) ?? []
    if (present.some((participant) => participant.identity === identity)) throw toVideoError(call, error)
    return false
  }
}

// An update without changes: the list comes from what the nodes stored, and this from the node itself.
async function respondingSid(client: RoomServiceClient, room: string, identity: string) {
  try {
    return (await client.updateParticipant(room, identity, {})).sid
  } catch (error) {
    if (isMissing(error) || isUnanswered(error)) return null
    throw toVideoError("look for participant", error)
  }
}

// The server says yes to muting a track that doesn't exist, so look first.
async function muteTrack(client: RoomServiceClient, room: string, identity: string, trackSid: string) {
  const found = await whenPresent("mute track", () => client.getParticipant(room, identity))
  if (!found?.tracks.some((track) => track.sid === trackSid)) return false
  return reaching("mute track", client, room, identity, () =>
    client.mutePublishedTrack(room, identity, trackSid, true),
  )
}

async function sendData(
  client: RoomServiceClient,
  room: string,
  payload: string | Uint8Array,
  topic: string,
  identities?: string[],
): Promise<boolean> {
  const data = typeof payload === "string" ? new TextEncoder().encode(payload) : payload
  // An empty list of receivers would mean everybody.
  if (identities?.length === 0) return true
  const options = identities ? { topic, destinationIdentities: identities } : { topic }
  try {
    await client.sendData(room, data, DataPacket_Kind.RELIABLE, options)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    if (!isUnanswered(error)) throw toVideoError("send data", error)
    const rooms = await calling("send data", () => client.listRooms([room]))
    if (rooms.length > 0) throw toVideoError("send data", error)
    return false
  }
}

async function ensureRoom(client: RoomServiceClient, options: RoomOptions): Promise<VideoRoom> {
  const { name, emptyTimeoutSeconds, departureTimeoutSeconds, maxParticipants, metadata } = options
  const room = await calling("ensure room", () =>
    client.createRoom({
      name,
      emptyTimeout: emptyTimeoutSeconds,
      departureTimeout: departureTimeoutSeconds,
      ...(maxParticipants === undefined ? {} : { maxParticipants }),
      ...(metadata === undefined ? {} : { metadata }),
    }),
  )
  return readRoom(room)
}

function readRoom(room: Room): VideoRoom {
  return {
    name: room.name,
    sid: room.sid,
    participants: room.numParticipants,
    maxParticipants: room.maxParticipants,
    createdAt: new Date(Number(room.creationTimeMs) || Number(room.creationTime) * 1000),
    metadata: room.metadata,
  }
}

const STATES = {
  [ParticipantInfo_State.JOINING]: "joining",
  [ParticipantInfo_State.JOINED]: "joined",
  [ParticipantInfo_State.ACTIVE]: "active",
  [ParticipantInfo_State.DISCONNECTED]: "disconnected",
} as const

const NO_GRANT: RoomGrant = { canPublish: false, sources: [], canPublishData: false, canSubscribe: false }

function readParticipant(info: ParticipantInfo): VideoParticipant {
  return {
    identity: info.identity,
    sid: info.sid,
    name: info.name,
    state: STATES[info.state],
    joinedAt: new Date(Number(info.joinedAtMs) || Number(info.joinedAt) * 1000),
    tracks: info.tracks.map(readTrack),
    grant: info.permission ? readPermission(info.permission) : NO_GRANT,
    metadata: info.metadata,
    attributes: info.attributes,
  }
}
