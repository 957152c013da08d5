import { timingSafeEqual } from "node:crypto"
import { getConnInfo } from "@hono/node-server/conninfo"
import type { Context } from "hono"
import { networkOf } from "#platform/client-address.ts"
import { systemClock } from "#platform/context.ts"
import { countTry, takeBackTry } from "#platform/limits.ts"
import { DAY, MINUTE, SECOND } from "#shared/time.ts"
import { safePath } from "#ui/api.ts"
import type { Runtime } from "../runtime.ts"
import type { Middleware } from "./app.ts"

const COOKIE = "kaksha.lan"
const KEPT_DAYS = 30
const MOST_WRONG = 10
const WRONG_WINDOW = 15 * MINUTE
/** The files of the page that asks for the PIN, and health. None of it reveals anything about people. */
const OPEN =
  /^\/(pin|theme|sw\.js|manifest\.webmanifest|favicon\.svg|livez|readyz|healthz|(assets|images|icons|share)\/.+)$/

/**
 * A trial in a local network has accounts that one click signs in to, and an outbox with everybody's codes.
 * So each device of the network must give the PIN once: the address in the QR code contains it, and a cookie
 * keeps it. This machine itself needs none.
 */
export function askForPin(runtime: Runtime, pin: string): Middleware {
  const proof = runtime.keys.prove("lan device", pin)
  return async (c, next) => {
    const url = new URL(c.req.url)
    const given = c.req.method === "GET" ? url.searchParams.get("pin") : null
    const here = placeOf(url)
    if (isThisMachine(c)) return given === null ? next() : c.redirect(here, 303)
    if (given !== null) return takePin(c, given, here)
    if (isProven(c.req.header("cookie"), proof) || OPEN.test(url.pathname)) return next()
    const isPage = c.req.method === "GET" && c.req.header("accept")?.includes("text/html")
    if (isPage) return c.redirect(pinPage(here), 303)
    return c.json(
      { code: "PIN_REQUIRED", message: "Open this address in a browser and fill in the PIN" },
      401,
    )
  }

  async function takePin(c: Context, given: string, here: string) {
    const address = networkOf(getConnInfo(c).remote.address ?? "")
    const limits = [{ name: "lan-pin", of: address, most: MOST_WRONG, window: WRONG_WINDOW }]
    const ctx = { db: runtime.db, clock: systemClock }
    const wait = await countTry(ctx, limits)
    if (wait > 0) return c.redirect(pinPage(here, { wait: String(Math.ceil((wait * SECOND) / MINUTE)) }), 303)
    if (!isSame(given.replace(/\D/g, ""), pin)) return c.redirect(pinPage(here, { wrong: "" }), 303)
    await takeBackTry(ctx, limits)
    const age = (KEPT_DAYS * DAY) / SECOND
    c.header("set-cookie", `${COOKIE}=${proof}; Path=/; Max-Age=${age}; HttpOnly; Secure; SameSite=Lax`)
    return c.redirect(here, 303)
  }
}

/** Returns the address without the PIN; from the page that asks for it, the address requested first. */
function placeOf(url: URL): string {
  if (url.pathname === "/pin") return safePath(url.searchParams.get("to"), "/")
  const kept = new URL(url)
  kept.searchParams.delete("pin")
  return safePath(kept.pathname + kept.search, "/")
}

function pinPage(to: string, more: Record<string, string> = {}): string {
  return `/pin?${new URLSearchParams({ to, ...more })}`
}

/** By the connection only, because headers can be forged. */
function isThisMachine(c: Context): boolean {
  const { incoming } = c.env as { incoming: { socket: { remoteAddress?: string; localAddress?: string } } }
  const { remoteAddress: from = "", localAddress } = incoming.socket
  return from === localAddress || ["127.0.0.1", "::1", "::ffff:127.0.0.1"].includes(from)
}

function isProven(cookies: string | undefined, proof: string): boolean {
  const given = cookies?.split(/;\s*/).find((one) => one.startsWith(`${COOKIE}=`))
  return isSame(given?.slice(COOKIE.length + 1) ?? "", proof)
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
