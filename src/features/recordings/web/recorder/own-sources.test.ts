import { ConnectionState, type Room } from "livekit-client"
import { expect, test } from "vitest"
import type { RoomSource } from "../picture/room-sources.ts"
import { OwnSources } from "./own-sources.ts"

const trackOf = (id: string) => ({ id, readyState: "live" as "live" | "ended" })
type FakeTrack = ReturnType<typeof trackOf>

function sourceOf(key: string, video: FakeTrack | null, audio: FakeTrack | null): RoomSource {
  const kind = key.endsWith("/screen") ? "screen" : "camera"
  return { key, kind, name: key, remote: null, video, audio } as unknown as RoomSource
}

test("REC-03 without a connection one's own picture, voice and screen stay in the recording, others leave it", () => {
  const room = {
    state: ConnectionState.Connected as ConnectionState,
    localParticipant: { identity: "meera:1" },
  }
  const camera = trackOf("camera")
  const voice = trackOf("voice")
  const screen = trackOf("screen")
  const mine = [sourceOf("meera:1/screen", screen, null), sourceOf("meera:1/camera", camera, voice)]
  const own = new OwnSources()
  const complete = (sources: RoomSource[]) =>
    own
      .complete(room as Room, sources)
      .map(({ key, video, audio }) => [key, video?.id ?? null, audio?.id ?? null])
  expect(complete([...mine, sourceOf("asha:1/camera", trackOf("hers"), null)])).toHaveLength(3)

  room.state = ConnectionState.Disconnected
  const chair = sourceOf("meera:1/camera", null, null)
  expect(complete([chair])).toEqual([
    ["meera:1/screen", "screen", null],
    ["meera:1/camera", "camera", "voice"],
  ])

  // Switched off by hand meanwhile.
  voice.readyState = "ended"
  screen.readyState = "ended"
  room.state = ConnectionState.Connecting
  expect(complete([chair])).toEqual([["meera:1/camera", "camera", null]])

  room.state = ConnectionState.Connected
  expect(complete([chair])).toEqual([["meera:1/camera", null, null]])
})
