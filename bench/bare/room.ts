import { Room, RoomEvent } from "livekit-client"

/**
 * The control of the join benchmark, a page with the video client and nothing else: its button asks for a token
 * and shows the first picture that comes. With `?publish` it sends its camera instead, and with `?attend` it does as a
 * student: it hears and sees, and sends camera and microphone.
 */

const button = document.querySelector("button")
const attends = new URLSearchParams(window.location.search).has("attend")

async function enter(): Promise<Room> {
  const room = new Room({ adaptiveStream: true, dynacast: true })
  room.on(RoomEvent.TrackSubscribed, (track) => {
    if (track.kind === "video" || attends) document.body.append(track.attach())
  })
  room.on(RoomEvent.ConnectionStateChanged, (state) => {
    document.documentElement.dataset.connectionState = state
  })
  const answer = await fetch(`/token${window.location.search}`)
  const { server_url, token } = (await answer.json()) as { server_url: string; token: string }
  await room.connect(server_url, token)
  return room
}

async function publish(): Promise<void> {
  const room = await enter()
  await room.localParticipant.setCameraEnabled(true)
  document.documentElement.dataset.publishing = "true"
}

async function attend(): Promise<void> {
  // As often as the connection needs.
  const room = await enter().catch(enter).catch(enter).catch(enter)
  await room.localParticipant.enableCameraAndMicrophone()
}

if (new URLSearchParams(window.location.search).has("publish")) void publish()
else if (attends) void attend()
else button?.addEventListener("click", () => void enter())
document.documentElement.dataset.ready = "true"
