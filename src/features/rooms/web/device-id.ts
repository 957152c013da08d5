const KEY = "kaksha.device"
const SHAPE = /^[\w-]{6,40}$/

let fallback: string | null = null

/**
 * This browser's own id, the same in every tab: the video server replaces a participant who comes again from
 * the same device. Where storage is closed it lasts as long as the page.
 */
export function deviceId(storage: () => Pick<Storage, "getItem" | "setItem"> = () => localStorage): string {
  try {
    const store = storage()
    const known = store.getItem(KEY)
    if (known && SHAPE.test(known)) return known
    const made = newDeviceId()
    store.setItem(KEY, made)
    return made
  } catch {
    fallback ??= newDeviceId()
    return fallback
  }
}

// crypto.randomUUID is missing where a page is not served securely.
function newDeviceId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("")
}
