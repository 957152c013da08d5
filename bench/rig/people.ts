import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type pg from "pg"
import { openSessions } from "#features/accounts/server/sessions.ts"
import type { Sessions } from "#platform/context.ts"
import { readEnvironment } from "#platform/env.ts"
import { openKeys } from "#platform/keys.ts"
import type { Product } from "./product.ts"
import type { ProductDatabase } from "./world.ts"

/** A person's session as the `cookie` header of a request. */
export type Cookie = string

function cookieOf(answer: Headers): Cookie {
  const pairs = answer.getSetCookie().map((line) => line.split(";")[0])
  if (pairs.length === 0) throw new Error("signing in set no cookie")
  return pairs.join("; ")
}

/** The same for a browser's own store: sent as a header they would be lost as soon as the server renews one. */
export function browserCookies(cookie: Cookie, url: string): { name: string; value: string; url: string }[] {
  return cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=")
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url }
  })
}

/** Signs a demo person in over HTTP. */
export async function signInDemo({ address }: Product, email: string): Promise<Cookie> {
  const answer = await fetch(`${address}/api/v1/demo-people/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
  })
  if (!answer.ok) throw new Error(`signing in ${email} answered ${answer.status}: ${await answer.text()}`)
  return cookieOf(answer.headers)
}

type Client = Pick<pg.ClientBase, "query">

/** Writes adult students under these ids. */
export async function writeStudents(client: Client, ids: readonly string[]): Promise<void> {
  await client.query(
    `with made as (
       insert into users (id, name, email)
       select id, 'Bench Student', id || '@bench.kaksha.example' from unnest($1::uuid[]) as id
       returning id, email)
     insert into students (user_id, email, first_name, last_name, date_of_birth)
     select id, email, 'Bench', 'Student', '2001-04-12' from made`,
    [ids],
  )
}

/** Writes approved teachers under these ids. */
export async function writeTeachers(client: Client, ids: readonly string[]): Promise<void> {
  await client.query(
    `with made as (
       insert into users (id, name, email)
       select id, 'Bench Teacher', id || '@bench.kaksha.example' from unnest($1::uuid[]) as id
       returning id, email)
     insert into teachers (user_id, email, first_name, last_name, approved_at)
     select id, email, 'Bench', 'Teacher', now() from made`,
    [ids],
  )
}

/** Makes students with a session each, written to the tables at once and signed as the product signs them. */
export async function makeStudents(
  product: Product,
  { pool, db }: ProductDatabase,
  count: number,
): Promise<Cookie[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await writeStudents(pool, ids)
  return openSessionsOf(product, db, ids)
}

/** Makes an approved instructor with a session, who teaches nothing yet. */
export async function makeInstructor(
  product: Product,
  { pool, db }: ProductDatabase,
): Promise<{ id: string; cookie: Cookie }> {
  const id = randomUUID()
  await writeTeachers(pool, [id])
  const [cookie = ""] = await openSessionsOf(product, db, [id])
  return { id, cookie }
}

/** The product's own sessions on a database, with its secret. */
export function sessionsOf({ dataFolder, address }: Product, db: ProductDatabase["db"]): Sessions {
  const { auth } = JSON.parse(readFileSync(join(dataFolder, "secrets.json"), "utf8")) as { auth: string }
  return openSessions(db, readEnvironment({}), openKeys(auth), address)
}

/** Sessions signed as the product signs them. */
export async function openSessionsOf(
  product: Product,
  db: ProductDatabase["db"],
  ids: string[],
): Promise<Cookie[]> {
  const sessions = sessionsOf(product, db)
  const cookies: Cookie[] = []
  for (const id of ids) {
    const reply = new Headers()
    await sessions.openTrusted({ request: new Headers(), reply }, id)
    cookies.push(cookieOf(reply))
  }
  return cookies
}
