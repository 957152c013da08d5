import type { Http } from "#platform/context.ts"
import type { Environment } from "#platform/env.ts"

type Where = Pick<Environment, "trial">

/**
 * In production a __Host- prefix, with which browsers only accept cookies set by this exact host over HTTPS.
 */
export function cookiePrefix(env: Where): string {
  return env.trial ? "kaksha" : "__Host-kaksha"
}

/** Returns the value of a cookie in a Cookie header, or an empty string. */
export function readCookie(cookies: string | null, name: string): string {
  const pair = cookies?.split(/;\s*/).find((one) => one.startsWith(`${name}=`))
  try {
    return decodeURIComponent(pair?.slice(name.length + 1) ?? "")
  } catch {
    return ""
  }
}

/**
 * One of our cookies beside the session's. Scripts can't read it, and other sites only send it by a link to
 * us.
 */
export function ownCookie(env: Where, name: string) {
  const full = `${cookiePrefix(env)}.${name}`
  const flags = `Path=/; HttpOnly; SameSite=Lax${env.trial ? "" : "; Secure"}`
  return {
    read: (http: Http) => readCookie(http.request.get("cookie"), full),
    /** Sets the cookie for so many seconds; 0 deletes it. */
    set(http: Http, value: string, seconds: number) {
      http.reply.append("set-cookie", `${full}=${encodeURIComponent(value)}; Max-Age=${seconds}; ${flags}`)
    },
  }
}
