import type { VideoPort } from "./port.ts"
import type { VideoService } from "./service.ts"

/**
 * The video service of a restored copy, which may share its server with the original: rooms get another name
 * there, so that neither sees, opens or closes those of the other. The rest of the product uses their usual
 * names. The mark is at the end, where the original expects a number, so the original ignores events about
 * them.
 */
export function ownRooms(video: VideoService, copyId: string): VideoService {
  const mark = `~${copyId.slice(-8)}`
  const there = (name: string) => `${name}${mark}`
  const isOurs = (name: string) => name.endsWith(mark)
  const here = (name: string) => name.slice(0, -mark.length)
  const port = () => video.port
  const { meetings } = video
  return {
    status: video.status,
    origins: video.origins,
    reason: video.reason,
    meetings: meetings && { ...meetings, nameOf: (room) => meetings.nameOf(there(room)) },
    ...(video.probe && { probe: video.probe }),
    port: {
      get publicUrl() {
        return port().publicUrl
      },
      async ensureRoom(options) {
        const room = await port().ensureRoom({ ...options, name: there(options.name) })
        return { ...room, name: here(room.name) }
      },
      closeRoom: (name) => port().closeRoom(there(name)),
      async listRooms(names) {
        const rooms = await port().listRooms(names?.map(there))
        return rooms.filter(({ name }) => isOurs(name)).map((room) => ({ ...room, name: here(room.name) }))
      },
      listParticipants: (room) => port().listParticipants(there(room)),
      respondingSid: (room, identity) => port().respondingSid(there(room), identity),
      mintToken: (options) => port().mintToken({ ...options, room: there(options.room) }),
      setGrant: (room, ...rest) => port().setGrant(there(room), ...rest),
      muteTrack: (room, ...rest) => port().muteTrack(there(room), ...rest),
      removeParticipant: (room, ...rest) => port().removeParticipant(there(room), ...rest),
      sendData: (room, ...rest) => port().sendData(there(room), ...rest),
      async verifyWebhook(...request) {
        const event = await port().verifyWebhook(...request)
        // The original's rooms are unknown here; an event without a room is ignored.
        return { ...event, room: isOurs(event.room) ? here(event.room) : "" }
      },
    } satisfies VideoPort,
  }
}
