import type { MediaPath, Verdict } from "#features/rooms/device-check.ts"

/** The texts of the check before class in English. */
export const checkText = {
  title: "Check your device",
  description: "Check your camera, microphone, speaker and connection before class. It takes half a minute.",
  start: "Start the check",
  again: "Check again",
  running: "Checking…",
  asks: "Your browser may ask to use your microphone and camera.",
  noScript: "The check needs JavaScript.",
  verdicts: {
    all: ["Everything will work", "You can speak, be seen, and see the whole class."],
    "one-picture": [
      "Sound and one picture will work",
      "In the class, choose 'Save data' under Sound and picture. Voices and the whiteboard stay clear.",
    ],
    sound: [
      "Sound will work",
      "In the class, choose 'Save data' under Sound and picture and keep your camera off.",
    ],
    listen: ["You can watch and listen", "Nobody can hear you until your microphone works."],
    none: ["You can't reach the class from here", "See below what's blocking it."],
  } as Record<Verdict, [string, string]>,
  camera: "Camera",
  cameraWorks: "Your camera works.",
  microphone: "Microphone",
  speak: "Say something. The bar moves with your voice.",
  heard: "Your microphone hears you.",
  silent: "We can't hear anything. Check that it isn't muted and that the right microphone is selected.",
  level: "Microphone level",
  speaker: "Speaker",
  play: "Play a sound",
  playAgain: "Play it again",
  hear: "Can you hear it?",
  yes: "Yes",
  no: "No",
  hears: "Your speaker works.",
  deaf: "Turn up the volume and check which speaker or headset your device uses. On an iPhone, check the silent switch.",
  connection: "Connection",
  signalWorks: "Connected to the video server.",
  browser:
    "This browser can't make video calls. Open the class in an up-to-date Chrome, Edge, Firefox or Safari.",
  signalFails:
    "We can't reach the video server. Try another network, such as mobile data, or turn off your VPN.",
  apiFails: "We can't reach the academy. Check your connection and try again.",
  videoDown: "The video server isn't running. Try again in a few minutes.",
  paths: {
    udp: "Sound and video use a direct connection (UDP).",
    tcp: "This network blocks direct connections (UDP). TCP works, but video may stutter. Another Wi-Fi network or mobile data is better.",
    relay: "This network allows media over TLS only. It works, with a little more delay.",
  } satisfies Record<MediaPath, string>,
  noPath:
    "This network blocks sound and video. Use another network, or ask its administrator to allow UDP and TCP to the video server.",
  /** Firefox doesn't report what a connection could send. */
  speed: (down: string | null, up: string | null) => {
    const told = [down && `${down} download`, up && `${up} upload`].filter(Boolean)
    return told.length > 0 ? `About ${told.join(" and ")}.` : ""
  },
  slow: "That's slow. Move closer to the Wi-Fi router, pause downloads or use mobile data.",
  meetings: "Classes run on Jitsi. Your connection to it can't be checked here, only your devices.",
  back: "Live classes",
  marks: { good: "Works", weak: "Works in part", bad: "Does not work" },
}

/** Formats kilobits a second; null for what wasn't measured. */
export function showSpeed(kbps: number | null): string | null {
  if (kbps === null) return null
  return kbps >= 1_000 ? `${(kbps / 1_000).toFixed(1)} Mbit/s` : `${kbps} kbit/s`
}
