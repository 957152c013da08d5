import type { DeviceProblem } from "./device-problem.ts"

/** The texts of the live room in English. */
export const roomText = {
  room: (title: string) => `Live class: ${title}`,
  joining: "Joining the class…",
  joiningHint: "Your browser may ask to use your microphone and camera.",
  people: (count: number) => (count === 1 ? "1 person" : `${count} people`),
  recording: "REC",
  recordingLabel: "This class is being recorded",
  withoutYou: ", without you",
  recordingWithoutYou: "This class is being recorded. Your picture and voice are left out.",
  peopleLabel: (count: number) =>
    count === 1 ? "1 person in the class: you" : `${count} people in the class, with you`,
  you: "You",
  youNamed: (name: string) => `${name} (you)`,
  instructor: "Instructor",
  screenOf: (name: string) => `${name}'s screen`,
  isSpeaking: (names: string) => `${names} speaking`,
  microphoneOff: "Microphone off",
  speaking: "Speaking",
  cameraOf: (name: string) => `Camera of ${name}`,
  quality: {
    excellent: "Good connection",
    good: "Fair connection",
    poor: "Weak connection",
    lost: "No connection",
    unknown: "Measuring the connection",
  },
  layout: { focus: "Show the instructor large", grid: "Show everybody alike" },
  pin: (name: string) => `Keep ${name} large`,
  unpin: (name: string) => `No longer keep ${name} large`,
  openingWhiteboard: "Opening the whiteboard…",
  openingPanel: "Opening…",
  whiteboard: { name: "Board", on: "Put the whiteboard away", off: "Open the whiteboard" },
  saving: {
    name: "Save data",
    hint: "Sound, the whiteboard and one small picture. Your camera goes off.",
    used: (megabytes: string) => `${megabytes} MB used in this class`,
    meter: (megabytes: string) => `${megabytes} MB`,
    rate: (perMinute: string) => `about ${perMinute} MB a minute now`,
    offerTitle: "Save data?",
    offer: "Your connection is slow or metered. Sound and the whiteboard stay clear with one small picture.",
    accept: "Save data",
    decline: "Not now",
  },
  fullScreen: "Full screen",
  leaveFullScreen: "Leave full screen",
  controls: "Class controls",
  microphone: { name: "Mic", on: "Mute mic (M)", off: "Unmute mic (M)" },
  camera: { name: "Camera", on: "Turn camera off (V)", off: "Turn camera on (V)" },
  screen: { name: "Share", on: "Stop sharing", off: "Share screen" },
  notAllowed: {
    microphone: "Mic closed for students now",
    camera: "Camera closed for students now",
  },
  leave: "Leave",
  previous: "Previous people",
  next: "Next people",
  page: (page: number, pages: number) => `${page} / ${pages}`,
  sharing: "You are sharing your screen",
  screenFailed: "Your screen could not be shared. Choose another window, or try again.",
  alone: "Nobody else is here yet. Students appear as they join.",
  interrupted: "A call or another program has your microphone. It comes back by itself.",
  waiting: "Waiting for the instructor",
  waitingText: "The class goes on as soon as the instructor is in the room. You need not do anything.",
  heldText: "Microphones and cameras stay off until the instructor is in the room. You need not do anything.",
  reconnecting: "Reconnecting…",
  reconnectingText: "The connection was lost. You come back by yourself as soon as it returns.",
  offlineTitle: "You are offline",
  offlineText: "The class goes on. You come back by yourself as soon as the network returns.",
  hear: "Tap to hear the class",
  joined: (names: string[]) =>
    names.length > 3 ? `${names.length} people joined` : `${names.join(", ")} joined`,
  left: (names: string[]) => (names.length > 3 ? `${names.length} people left` : `${names.join(", ")} left`),
  over: { title: "Class over", text: "This class has ended. Thank you for being here." },
  remains: "See what was shared",
  gone: {
    title: "You left the class",
    text: "You can come back for as long as it is live.",
    action: "Join again",
  },
  elsewhere: {
    title: "You joined in another tab",
    text: "This browser can be in the class once. The other tab goes on; you can bring the class back here.",
    action: "Join here",
  },
  offline: {
    title: "No internet connection",
    description: "The academy can't be reached. Check the network, then try again.",
  },
  noCalls: {
    title: "This browser has no video calls",
    description: "Open the class in a current Chrome, Edge, Firefox or Safari.",
  },
  tryAgain: "Try again",
  back: "Back to classes",
  dismiss: "Go on without",
  leaveTitle: "Leave the class?",
  leaveDescription: "Leaving keeps the class open for you to come back. Ending closes it for everyone.",
  leaveStay: "Stay",
  end: "End class for everyone",
  ending: "Ending class…",
  panel: "Class panel",
  closePanel: "Close panel",
  loadFailed: {
    title: "The classroom could not be loaded",
    description: "Check the network, then try again.",
  },
}

type Explanation = { title: string; text: string }

/** For a student whom being heard marks present. */
const voice = "Please allow microphone access for voice-based attendance"

/** Where this browser keeps what a page may use. */
export function howToAllow(userAgent: string): string {
  if (/iPhone|iPad/.test(userAgent))
    return "Press aA or the sign beside the address, then Website Settings, allow it, and try again."
  if (/Android/.test(userAgent))
    return "Press the sign left of the address, then Permissions, allow it, and try again."
  if (/Firefox/.test(userAgent))
    return "Press the crossed-out sign left of the address, lift the block, and try again."
  if (/Macintosh/.test(userAgent) && /Safari/.test(userAgent) && !/Chrome/.test(userAgent))
    return "Choose Safari, Settings for This Website, allow it there, and try again."
  return "Press the sign left of the page's address, allow it there, then try again."
}

const problems: Record<"microphone" | "camera" | "both", Record<DeviceProblem, Explanation>> = {
  microphone: {
    denied: { title: "Microphone blocked", text: "You hear the class, but the class can't hear you." },
    missing: {
      title: "No microphone found",
      text: "You hear the class, but the class can't hear you. Plug in a headset or microphone, then try again.",
    },
    busy: {
      title: "Your microphone is in use",
      text: "Another program or tab is using it, perhaps a call. Close that, then try again.",
    },
    insecure: {
      title: "This address can't use a microphone",
      text: "Browsers allow it on secure pages only. Open the class by its https address.",
    },
    taken: {
      title: "Your microphone was taken away",
      text: "Perhaps by a call, or a headset that was pulled out. You stay in the class, and it comes back by itself.",
    },
    failed: {
      title: "Your microphone did not start",
      text: "You hear the class. Try again, or reload the page.",
    },
  },
  camera: {
    denied: { title: "Camera blocked", text: "You are in the class without a picture." },
    missing: {
      title: "No camera found",
      text: "You are in the class without a picture. Connect a camera and try again, or go on by voice.",
    },
    busy: {
      title: "Your camera is in use",
      text: "Another program or tab is using it. Close that, then try again.",
    },
    insecure: {
      title: "This address can't use a camera",
      text: "Browsers allow it on secure pages only. Open the class by its https address.",
    },
    taken: {
      title: "Your camera was taken away",
      text: "Perhaps by a call or another program. You stay in the class, and it comes back by itself.",
    },
    failed: {
      title: "Your camera did not start",
      text: "You are in the class. Try again, or reload the page.",
    },
  },
  both: {
    denied: {
      title: "Microphone and camera blocked",
      text: "You can watch and listen, but nobody sees or hears you.",
    },
    missing: {
      title: "No microphone or camera found",
      text: "You can watch and listen. Plug in a headset or microphone to speak, then try again.",
    },
    busy: {
      title: "Your microphone and camera are in use",
      text: "Another program or tab is using them, perhaps a call. Close that, then try again.",
    },
    insecure: {
      title: "This address can't use microphone and camera",
      text: "You can watch and listen. Browsers allow them on secure pages only: open the class by its https address.",
    },
    taken: {
      title: "Your microphone and camera were taken away",
      text: "Perhaps by a call or another program. You stay in the class, and they come back by themselves.",
    },
    failed: {
      title: "Microphone and camera did not start",
      text: "You can watch and listen. Try again, or reload the page.",
    },
  },
}

/** What is wrong with the devices and what to do; of two different troubles the microphone's, which matters more. */
export function explainProblems(
  found: { microphone?: DeviceProblem; camera?: DeviceProblem },
  { userAgent, voiceCounts }: { userAgent: string; voiceCounts: boolean },
): Explanation | null {
  const { microphone, camera } = found
  const problem = microphone ?? camera
  if (!problem) return null
  const { title, text } =
    problems[microphone ? (microphone === camera ? "both" : "microphone") : "camera"][problem]
  if (problem !== "denied") return { title, text }
  return { title: microphone && voiceCounts ? voice : title, text: `${text} ${howToAllow(userAgent)}` }
}
