const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bCriOS\/|\bChrome\/|\bHeadlessChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
]

const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPad\b/, "iPad"],
  [/\biPhone\b/, "iPhone"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
]

const nameIn = (names: [RegExp, string][], agent: string) => names.find(([sign]) => sign.test(agent))?.[1]

/** Returns the name of a device, such as "Chrome on Android", from its user agent. */
export function describeDevice(userAgent: string | null): string {
  const browser = nameIn(BROWSERS, userAgent ?? "")
  const system = nameIn(SYSTEMS, userAgent ?? "")
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? "Unknown device"
}

/**
 * Returns the part of an address that identifies the network and not the household, or null if it is unknown.
 */
export function maskAddress(address: string | null): string | null {
  if (!address) return null
  if (address.includes(":")) return `${address.split(":").slice(0, 2).join(":")}:x`
  const [first, second] = address.split(".")
  return first && second ? `${first}.${second}.x.x` : null
}
