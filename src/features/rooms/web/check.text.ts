import type { MediaPath, Verdict } from "#features/rooms/device-check.ts"

/** The texts of the check before class in English. */
export const checkText = {
  title: "Check your device",
  description: "Half a minute before class: camera, microphone, speaker and connection.",
  start: "Start the check",
  again: "Check again",
  running: "Checking…",
  asks: "Your browser may ask to use your microphone and camera.",
  noScript: "The check needs JavaScript.",
  verdicts: {
    all: ["Everything will work", "You can speak, be seen, and see the whole class."],
    "one-picture": [
      "Sound and one picture will work",
      "Choose 'Save data' under Sound and picture in the class: voices and the whiteboard stay clear.",
    ],
    sound: [
      "Sound will work",
      "Choose 'Save data' under Sound and picture in the class and keep your camera off.",
    ],
    listen: ["You can watch and listen", "The class can't hear you before the microphone works."],
    none: ["The class can't be reached from here", "See below what is in the way."],
  } satisfies Record<Verdict, [string, string]>,
  camera: "Camera",
  cameraWorks: "Your camera works.",
  microphone: "Microphone",
  speak: "Say something: the bar moves with your voice.",
  heard: "Your microphone hears you.",
  silent: "Nothing is heard. Is it muted, or is another one chosen?",
  level: "Level of your microphone",
  speaker: "Speaker",
  play: "Play a sound",
  playAgain: "Play it again",
  hear: "Do you hear it?",
  yes: "Yes",
  no: "No",
  hears: "Your speaker works.",
  deaf: "Turn up the volume, and see which speaker or headset your device has chosen. On an iPhone, look at the silent switch.",
  connection: "Connection",
  signalWorks: "The video server answers.",
  browser: "This browser has no video calls. Open the class in a current Chrome, Edge, Firefox or Safari.",
  signalFails:
    "The video server can't be reached. Try another network, such as mobile data, or switch off a VPN.",
  apiFails: "The academy can't be reached. Check the network, then try again.",
  videoDown: "The video server is not running now. Try again in some minutes.",
  paths: {
    udp: "Sound and pictures go the direct way (UDP).",
    tcp: "This network blocks the direct way (UDP). The detour (TCP) works, but pictures may stutter: another Wi-Fi or mobile data is better.",
    relay: "This network lets media through over TLS only. It works, with a little more delay.",
  } satisfies Record<MediaPath, string>,
  noPath:
    "Sound and pictures don't get through: the network blocks them. Use another network, or ask whoever runs it to allow UDP and TCP to the video server.",
  /** Firefox doesn't tell what a connection could send. */
  speed: (down: string | null, up: string | null) => {
    const told = [down && `${down} towards you`, up && `${up} from you`].filter(Boolean)
    return told.length > 0 ? `About ${told.join(" and ")}.` : ""
  },
  slow: "That is little. Come nearer to the Wi-Fi, pause downloads, or use mobile data.",
  back: "Live classes",
  link: "Check your device",
}

/** Kilobits a second as people read them; null for what wasn't measured. */
export function showSpeed(kbps: number | null): string | null {
  if (kbps === null) return null
  return kbps >= 1_000 ? `${(kbps / 1_000).toFixed(1)} Mbit/s` : `${kbps} kbit/s`
}
