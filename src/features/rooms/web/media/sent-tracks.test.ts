import { ConnectionState, type Room, RoomEvent, Track } from "livekit-client"
import { expect, test, vi } from "vitest"
import { SentTracks } from "./sent-tracks.ts"

function fakeTrack(source: Track.Source) {
  const track = { source, isMuted: false, mediaStreamTrack: { readyState: "live" }, stop: vi.fn() }
  track.stop.mockImplementation(() => {
    track.mediaStreamTrack.readyState = "ended"
  })
  return track
}
type FakeTrack = ReturnType<typeof fakeTrack>

/** A video client that publishes what it is given, and loses all of it with the connection, as the real one does. */
function fakeRoom() {
  const listeners = new Map<string, (publication: unknown) => void>()
  const published = new Map<Track.Source, FakeTrack>()
  const permissions = { canPublish: true, canPublishSources: [] as number[] }
  const room = {
    state: ConnectionState.Connected as ConnectionState,
    localParticipant: {
      permissions,
      getTrackPublication: (source: Track.Source) => published.get(source),
      publishTrack: vi.fn(async (track: FakeTrack) => publish(track)),
    },
    on(event: string, listener: (publication: unknown) => void) {
      listeners.set(event, listener)
      return room
    },
    off(event: string) {
      listeners.delete(event)
      return room
    },
  }
  function publish(track: FakeTrack) {
    published.set(track.source, track)
    listeners.get(RoomEvent.LocalTrackPublished)?.({ source: track.source, track })
  }
  function unpublish(track: FakeTrack) {
    published.delete(track.source)
    listeners.get(RoomEvent.LocalTrackUnpublished)?.({ source: track.source })
  }
  function lose() {
    for (const track of [...published.values()]) unpublish(track)
    room.state = ConnectionState.Disconnected
  }
  return { room, permissions, publish, unpublish, lose }
}

const { Camera, Microphone, ScreenShare } = Track.Source

test("ROOM-04 a lost connection leaves open what was sent, a shared screen too, and it is sent again as it was", async () => {
  const { room, publish, lose } = fakeRoom()
  const sent = new SentTracks(room as unknown as Room)
  const unfollow = sent.follow()
  const [camera, microphone, screen] = [fakeTrack(Camera), fakeTrack(Microphone), fakeTrack(ScreenShare)]
  for (const track of [camera, microphone, screen]) publish(track)
  microphone.isMuted = true
  lose()
  await Promise.resolve()
  expect([camera.stop, screen.stop].map((stop) => stop.mock.calls.length)).toEqual([0, 0])
  expect([Camera, ScreenShare, Microphone].map((source) => sent.isWaiting(source))).toEqual([
    true,
    true,
    false,
  ])

  room.state = ConnectionState.Connected
  await sent.sendAgain()
  expect(room.localParticipant.publishTrack.mock.calls.flat()).toEqual([camera, screen])
  // What was closed by its owner is opened by its owner's hand alone.
  expect(microphone.stop).toHaveBeenCalled()
  unfollow()
  expect(camera.stop).toHaveBeenCalled()
  expect(screen.stop).toHaveBeenCalled()
})

test("ROOM-03 what one may no longer send is closed, at once or when one comes back", async () => {
  const { room, permissions, publish, unpublish, lose } = fakeRoom()
  const sent = new SentTracks(room as unknown as Room)
  sent.follow()
  const [camera, screen] = [fakeTrack(Camera), fakeTrack(ScreenShare)]
  publish(camera)
  publish(screen)
  unpublish(screen)
  await Promise.resolve()
  expect(screen.stop).toHaveBeenCalled()

  lose()
  permissions.canPublish = false
  room.state = ConnectionState.Connected
  await sent.sendAgain()
  expect(room.localParticipant.publishTrack).not.toHaveBeenCalled()
  expect(camera.stop).toHaveBeenCalled()
})
