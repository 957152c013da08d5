/** Where a payment provider's site has the payer's browser post to. The body is signed. */
export const POSTED_RETURN = "/orders/:number/return"
const POSTED = /^\/orders\/[\w-]{1,40}\/return$/

/**
 * Whether a browser sends this write from a page of another origin, other than a signed return. `own` is the public host, or null if the
 * requested host is the only one known. Other programs send neither header, and have no person's cookies.
 */
export function isForeignWrite(request: Request, own: string | null): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false
  if (request.method === "POST" && POSTED.test(new URL(request.url).pathname)) return false
  const site = request.headers.get("sec-fetch-site")
  if (site !== null && site !== "same-origin" && site !== "none") return true
  const origin = request.headers.get("origin")
  if (origin === null) return false
  // "null" is a sandboxed frame or a file, neither of them ours.
  if (!URL.canParse(origin)) return true
  const { host } = new URL(origin)
  return host !== own && host !== request.headers.get("host")
}
