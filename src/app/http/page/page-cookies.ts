/** Pages set cookies without knowing how they are served: over TLS, all of them become Secure. */
export function secureCookies(headers: Headers): void {
  const cookies = headers.getSetCookie()
  headers.delete("set-cookie")
  for (const cookie of cookies) {
    headers.append("set-cookie", /;\s*secure\b/i.test(cookie) ? cookie : `${cookie}; Secure`)
  }
}
