import { isIPv6 } from "node:net"

/**
 * Returns where a request came from: the socket's address, or behind `proxies` trusted ones the entry of
 * X-Forwarded-For that the outermost of them wrote. Entries left of it may be forged.
 */
export function clientAddress(
  socket: string | undefined,
  forwardedFor: string | null,
  proxies: number,
): string | undefined {
  if (proxies === 0) return plain(socket)
  const entries = (forwardedFor ?? "").split(",").map((entry) => entry.trim())
  return plain(entries.at(-proxies) || socket)
}

function plain(address: string | undefined): string | undefined {
  // Some proxies write the client's port, which changes with each connection.
  return address
    ?.replace(/^\[|\](:\d+)?$/g, "")
    .replace(/^::ffff:(?=\d+\.)/i, "")
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1")
}

/** Whether a proxy passed the request on, or the client pretends so. */
export function isForwarded(headers: Headers): boolean {
  return headers.has("x-forwarded-for") || headers.has("forwarded")
}

/** What the log and the doctor say when forwarded requests arrive although no proxy is configured. */
export const PROXY_NOT_TRUSTED =
  "Requests arrive through a proxy, but TRUSTED_PROXIES is 0: all visitors share the proxy's address, and with it the limits on sign-ins and live updates"

/**
 * The part of an address that one household can't change at will: an IPv4 address, or the /64 of an IPv6 one.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? []
  const groups = head.split(":").filter(Boolean)
  const rest = tail?.split(":").filter(Boolean) ?? []
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length
  const all = [...groups, ...Array<string>(missing).fill("0"), ...rest]
  return all
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""))
    .join(":")
}
