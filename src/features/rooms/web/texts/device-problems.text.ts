import type { DeviceProblem } from "../media/device-problem.ts"

type Explanation = { title: string; text: string }
export type DeviceProblemTexts = {
  /** For a student whose voice marks them present. */
  voice: string
  /** Where browsers have the permissions of a page. */
  ways: Record<"iphone" | "android" | "firefox" | "safari" | "other", string>
  problems: Record<"microphone" | "camera" | "both", Record<DeviceProblem, Explanation>>
}

const problems: DeviceProblemTexts["problems"] = {
  microphone: {
    denied: { title: "Microphone blocked", text: "You can hear the class, but nobody can hear you." },
    missing: {
      title: "No microphone found",
      text: "You can hear the class, but nobody can hear you. Plug in a headset or microphone and try again.",
    },
    busy: {
      title: "Your microphone is in use",
      text: "Another app or tab is using it, perhaps for a call. Close that and try again.",
    },
    insecure: {
      title: "This address can't use a microphone",
      text: "Browsers allow it on secure pages only. Open the class at its https address.",
    },
    taken: {
      title: "Your microphone was disconnected",
      text: "A call or an unplugged headset can cause this. You're still in the class, and it reconnects automatically.",
    },
    failed: {
      title: "Your microphone didn't start",
      text: "You can hear the class. Try again or reload the page.",
    },
  },
  camera: {
    denied: { title: "Camera blocked", text: "You're in the class without video." },
    missing: {
      title: "No camera found",
      text: "You're in the class without video. Connect a camera and try again, or continue with voice only.",
    },
    busy: {
      title: "Your camera is in use",
      text: "Another app or tab is using it. Close that and try again.",
    },
    insecure: {
      title: "This address can't use a camera",
      text: "Browsers allow it on secure pages only. Open the class at its https address.",
    },
    taken: {
      title: "Your camera was disconnected",
      text: "A call or another app can cause this. You're still in the class, and it reconnects automatically.",
    },
    failed: {
      title: "Your camera didn't start",
      text: "You're in the class without video. Try again or reload the page.",
    },
  },
  both: {
    denied: {
      title: "Microphone and camera blocked",
      text: "You can watch and listen, but nobody can see or hear you.",
    },
    missing: {
      title: "No microphone or camera found",
      text: "You can watch and listen. To speak, plug in a headset or microphone and try again.",
    },
    busy: {
      title: "Your microphone and camera are in use",
      text: "Another app or tab is using them, perhaps for a call. Close that and try again.",
    },
    insecure: {
      title: "This address can't use a microphone or camera",
      text: "You can watch and listen. Browsers allow them on secure pages only. Open the class at its https address.",
    },
    taken: {
      title: "Your microphone and camera were disconnected",
      text: "A call or another app can cause this. You're still in the class, and they reconnect automatically.",
    },
    failed: {
      title: "Your microphone and camera didn't start",
      text: "You can watch and listen. Try again or reload the page.",
    },
  },
}

/** What is wrong with a microphone or camera, and the way out, in English. */
export const deviceProblemText: DeviceProblemTexts = {
  voice: "Please allow microphone access for voice-based attendance",
  ways: {
    iphone: "Tap aA or the icon beside the address, choose Website Settings, allow access and try again.",
    android: "Tap the icon to the left of the address, choose Permissions, allow access and try again.",
    firefox: "Click the crossed-out icon to the left of the address, remove the block and try again.",
    safari: "Choose Safari, then Settings for This Website, allow access and try again.",
    other: "Click the icon to the left of the address, allow access and try again.",
  },
  problems,
}
