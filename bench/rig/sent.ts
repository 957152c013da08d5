import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import type pg from "pg"
import type { SignedIn } from "#platform/context.ts"
import { type Cookie, sessionsOf } from "./people.ts"
import type { Product } from "./product.ts"

/** A statement as the product sends it. */
export type Sent = { text: string; values: unknown[] }

/**
 * What a bare program sends for each request: the statement that finds the session, then the request's own.
 * Values have `{token}`, `{student}`, `{class}` and `{new}` where a request has its own.
 */
export type BareOrder = { url: string; session: Sent; statements: Sent[] }

/** A database that also notes what is sent to it. */
export function noteSent(pool: pg.Pool): { db: NodePgDatabase; sent: Sent[] } {
  const sent: Sent[] = []
  const logger = { logQuery: (text: string, values: unknown[]) => void sent.push({ text, values }) }
  return { db: drizzle(pool, { logger }), sent }
}

/** Returns a statement with names in place of a request's own values. */
export function withPlaces({ text, values }: Sent, places: Record<string, string>): Sent {
  let filled = JSON.stringify(values)
  for (const [name, value] of Object.entries(places)) filled = filled.replaceAll(value, `{${name}}`)
  return { text, values: JSON.parse(filled) as unknown[] }
}

/** Reads the session of a cookie as the product does. Returns the person and the statement that found them. */
export async function readSession(
  product: Product,
  pool: pg.Pool,
  cookie: Cookie,
): Promise<{ viewer: SignedIn; session: Sent }> {
  const { db, sent } = noteSent(pool)
  const http = { request: new Headers({ cookie }), reply: new Headers() }
  const viewer = await sessionsOf(product, db).read(http)
  const [session] = sent
  const token = session?.values.find((value) => typeof value === "string" && cookie.includes(value))
  if (!viewer || !session || !token) throw new Error("the cookie belongs to no session")
  return { viewer, session: withPlaces(session, { token: String(token) }) }
}
