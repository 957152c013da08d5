import type { Http } from "#platform/context.ts"
import type { Environment } from "#platform/env.ts"

type Where = Pick<Environment, "trial">

/** In production only this very host over HTTPS can set our cookies: browsers hold that for names with __Host-. */
export function cookiePrefix(env: Where): string {
  return env.trial ? "kaksha" : "__Host-kaksha"
}

/** The value of a cookie in a Cookie header, or an empty text. */
export function readCookie(cookies: string | null, name: string): string {
  const pair = cookies?.split(/;\s*/).find((one) => one.startsWith(`${name}=`))
  try {
    return decodeURIComponent(pair?.slice(name.length + 1) ?? "")
  } catch {
    return ""
  }
}

/** A cookie of ours beside the session's: no script reads it, and other sites send it only by a link to us. */
export function ownCookie(env: Where, name: string) {
  const full = `${cookiePrefix(env)}.${name}`
  const flags = `Path=/; HttpOnly; SameSite=Lax${env.trial ? "" : "; Secure"}`
  return {
    read: (http: Http) => readCookie(http.request.get("cookie"), full),
    /** Lives so many seconds; 0 takes it away. */
    set(http: Http, value: string, seconds: number) {
      http.reply.append("set-cookie", `${full}=${encodeURIComponent(value)}; Max-Age=${seconds}; ${flags}`)
    },
  }
}
