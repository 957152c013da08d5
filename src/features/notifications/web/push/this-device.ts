import { browserApi } from "#ui/client.ts"

/** The worker's own scope: no page is below it, so it controls none. */
const SCOPE = "/push/"
const WORKER = "/push-worker.js"

/** What this browser can do about push messages. `install`: only as an app on the home screen. */
export type DeviceState = "on" | "off" | "blocked" | "install" | "unsupported"

const isApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent) || isIpadAsMac()
const isIpadAsMac = () => navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1

/** Returns the state of this browser; `endpoints` are the person's devices that messages go to. Asks for nothing. */
export async function readDevice(endpoints: readonly string[]): Promise<DeviceState> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return isApple() ? "install" : "unsupported"
  }
  if (Notification.permission === "denied") return "blocked"
  const subscription = await findSubscription()
  return subscription && endpoints.includes(subscription.endpoint) ? "on" : "off"
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE)
  // Without one of its own, the worker of the whole site is found.
  if (!registration?.scope.endsWith(SCOPE)) return null
  return registration.pushManager.getSubscription()
}

/**
 * Asks the person for permission and switches push messages on for this browser. Throws if its push service or
 * ours can't be reached.
 */
export async function switchOn(key: string): Promise<DeviceState> {
  const permission = await Notification.requestPermission()
  if (permission !== "granted") return permission === "denied" ? "blocked" : "off"
  const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
  await untilActive(registration)
  // One from another key of ours, or another person's, is of no use.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  })
  const { endpoint = "", keys = {} } = subscription.toJSON()
  const { p256dh = "", auth = "" } = keys
  try {
    await browserApi().notifications.addPushDevice({ endpoint, p256dh, auth })
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return "on"
}

/** Ends push messages to this browser. */
export async function switchOff(): Promise<DeviceState> {
  const subscription = await findSubscription()
  if (!subscription) return "off"
  await browserApi().notifications.removePushDevice({ endpoint: subscription.endpoint })
  await subscription.unsubscribe()
  return "off"
}

/** A browser subscribes only by a worker that runs. */
function untilActive({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting
  if (active || !worker) return Promise.resolve()
  return new Promise((resolve, reject) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve()
      if (worker.state === "redundant") reject(new Error("the worker for push messages did not start"))
    })
  })
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"))
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}
