import type { DeviceState } from "./this-device.ts"

const others = (count: number) => (count === 1 ? "1 other device" : `${count} other devices`)

const states: Record<DeviceState, (devices: number) => string> = {
  on: (devices) => (devices > 1 ? `On for this device and ${others(devices - 1)}.` : "On for this device."),
  off: (devices) =>
    devices > 0 ? `Off for this device. On for ${others(devices)}.` : "Off for this device.",
  blocked: () =>
    "Your browser blocks notifications from this site. Allow them in the browser's site settings, then reload this page.",
  install: () =>
    "On iPhone and iPad, add this site to your Home Screen first: tap Share, then Add to Home Screen. Open it from there and come back to this page.",
  unsupported: () =>
    "This browser can't show push messages. Use Chrome, Edge, Firefox or Safari outside a private window.",
}

/** The texts about push messages in English. */
export const pushText = {
  title: "Push messages",
  description:
    "Get messages on this device, even when the site is closed, until you sign out. You then get a text only if a push message can't be delivered.",
  states,
  on: "Turn on",
  off: "Turn off",
  busy: "Please wait...",
  failed: "That didn't work. Check your internet connection and try again.",
  noScript: "Push messages need JavaScript.",
}
