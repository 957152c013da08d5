import type { Context, MiddlewareHandler } from "hono"
import { LANGUAGE_COOKIE } from "#shared/language.ts"
import { chooseLanguage, isLanguage, type Language, languageCookie } from "#ui/language.ts"
import { readTheme, THEME_COOKIE } from "#ui/theme.ts"
import { answerKept, type KeptAnswer, keepAnswer } from "./kept-answer.ts"

/* Pages without scripts are the same for everyone who is not signed in. Browsers and caches on the way
   may keep them, and they are cached here as sent, so that the next visitor waits for no rendering. */

type Variables = { language: Language; staticPage: boolean; keepSeconds: number | null }
type Middleware = MiddlewareHandler<{ Variables: Variables }>

/** `until` is in epoch milliseconds; null for no end. */
type KeptPage = KeptAnswer & { until: number | null }

/** Fresh for a minute; for ten more a cache may serve it while it revalidates, so a new build shows soon. */
const FOR_VISITORS = "public, max-age=60, stale-while-revalidate=600"
/** For pages that show what changes, such as the next classes. */
const forVisitorsFor = (seconds: number) => `public, max-age=${seconds}`
const FOR_ONE = "private, no-cache"
/** On a shared computer, going back after signing out must not show what somebody else saw. */
const FOR_MEMBER = "private, no-store"
const VARY = "Accept-Encoding, Accept-Language, Cookie"
/** Every page in every language and theme fits; addresses that people make up push each other out. */
const MOST_PAGES = 500
const HARMLESS_COOKIES: readonly string[] = [THEME_COOKIE, LANGUAGE_COOKIE]

/**
 * Whether the sender differs from other visitors only in theme and language: an unknown cookie makes them
 * differ.
 */
function isVisitors(request: Request): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false
  if (request.headers.has("authorization")) return false
  const cookies = request.headers.get("cookie")
  if (!cookies) return true
  return cookies.split(/;\s*/).every((cookie) => HARMLESS_COOKIES.includes(cookie.split("=")[0] ?? ""))
}

/** Chooses the language of the response, and remembers one set in the address. */
export function speak(secure: boolean): Middleware {
  return async (c, next) => {
    const wishes = {
      cookies: c.req.header("cookie"),
      accepts: c.req.header("accept-language"),
    }
    const asked = c.req.query("lang") ?? null
    const language = chooseLanguage({ ...wishes, asked })
    c.set("language", language)
    await next()
    if (!isLanguage(asked) || !isPage(c.res) || chooseLanguage({ ...wishes, asked: null }) === asked) return
    c.res.headers.append("set-cookie", languageCookie(language, secure))
    c.res.headers.set("cache-control", FOR_ONE)
  }
}

type Keeping = {
  /** `false` renders each time. */
  keep: boolean
  /** Counts the changes of what pages show beside their address, such as the academy's name. */
  version?: () => number
  /** The time, in epoch milliseconds. */
  now?: () => number
}

/** Serves visitors from the cache, and caches rendered pages until the version changes. */
export function keepVisitorPages(
  publicOrigin: string | undefined,
  { keep, version = () => 0, now = Date.now }: Keeping,
): Middleware {
  const kept = new Map<string, KeptPage>()
  let keptVersion = version()
  return async (c, next) => {
    const rendersVersion = version()
    if (rendersVersion !== keptVersion) kept.clear()
    keptVersion = rendersVersion
    const visitors = isVisitors(c.req.raw)
    const key = visitors && keep ? keyOf(c, publicOrigin) : null
    const known = key === null ? undefined : kept.get(key)
    if (known && (known.until === null || now() < known.until)) {
      c.set("staticPage", true)
      return answerKept(c.req.raw, known)
    }
    await next()
    if (!isPage(c.res) || c.res.headers.has("cache-control")) return
    const seconds = c.get("keepSeconds") ?? null
    const shared =
      visitors &&
      seconds !== 0 &&
      c.get("staticPage") &&
      c.res.status === 200 &&
      !c.res.headers.has("set-cookie")
    const forVisitors = seconds === null ? FOR_VISITORS : forVisitorsFor(seconds)
    c.res.headers.set("cache-control", shared ? forVisitors : visitors ? FOR_ONE : FOR_MEMBER)
    if (!shared) return
    c.res.headers.set("vary", VARY)
    if (key === null || c.req.raw.method !== "GET") return
    const until = seconds === null ? null : now() + seconds * 1_000
    const page = { ...(await keepAnswer(c.res, { cacheControl: forVisitors, vary: VARY })), until }
    // Changed while it was rendered, it may show the old.
    if (version() === rendersVersion) kept.set(key, page)
    const oldest = kept.keys().next().value
    if (kept.size > MOST_PAGES && oldest !== undefined) kept.delete(oldest)
    c.res = undefined
    c.res = answerKept(c.req.raw, page)
  }
}

function isPage(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/html") ?? false
}

/** Returns the cache key of a page; null if the address asks for more than a language. */
function keyOf(c: Context<{ Variables: Variables }>, publicOrigin: string | undefined): string | null {
  const url = new URL(c.req.url)
  for (const name of url.searchParams.keys()) if (name !== "lang") return null
  const theme = readTheme(c.req.header("cookie"))
  return [publicOrigin ?? url.origin, url.pathname, c.get("language"), theme].join(" ")
}
