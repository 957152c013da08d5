/** The service worker listens to it. */
const SEND_MARKS = "send-marks"

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/**
 * Has the browser wake the service worker once there is a network, so that what waits is sent when the page is closed.
 * Does nothing in browsers without background sync.
 */
export async function sendInBackground(): Promise<void> {
  if (!navigator.serviceWorker?.controller || navigator.onLine) return
  const registration: WithSync = await navigator.serviceWorker.ready
  // Refused where the person switched it off.
  await registration.sync?.register(SEND_MARKS).catch(() => undefined)
}
