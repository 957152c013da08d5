import { isIPv6 } from "node:net"

/**
 * Where a request came from: the socket's address, or with `proxies` trusted ones in front the entry of
 * X-Forwarded-For that the outermost of them wrote. What stands left of it anyone may have made up.
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
  return address?.replace(/^::ffff:(?=\d+\.)/i, "").replace(/^\[|\](:\d+)?$/g, "")
}

/** Whether a proxy passed the request on, or somebody pretends to be one. */
export function isForwarded(headers: Headers): boolean {
  return headers.has("x-forwarded-for") || headers.has("forwarded")
}

/** What the log and the doctor say where forwarded requests arrive that nobody expects. */
export const PROXY_NOT_TRUSTED =
  "Requests arrive through a proxy, but TRUSTED_PROXIES is 0: all visitors share the proxy's address, and with it the limits on sign-ins and live updates"

/** What one household or line can't change at will: an IPv4 address, or the /64 of an IPv6 one. */
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
