import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { openSessions } from "#features/accounts/server/sessions.ts"
import { readEnvironment } from "#platform/env.ts"
import type { Product } from "./product.ts"
import type { ProductDatabase } from "./world.ts"

/** A person's session as the `cookie` header of a request. */
export type Cookie = string

function cookieOf(answer: Headers): Cookie {
  const pairs = answer.getSetCookie().map((line) => line.split(";")[0])
  if (pairs.length === 0) throw new Error("signing in set no cookie")
  return pairs.join("; ")
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

/** Makes students with a session each, written to the tables at once and signed as the product signs them. */
export async function makeStudents(
  product: Product,
  { pool, db }: ProductDatabase,
  count: number,
): Promise<Cookie[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await pool.query(
    `with made as (
       insert into users (id, name, email)
       select id, 'Bench Student', id || '@bench.kaksha.example' from unnest($1::uuid[]) as id
       returning id, email)
     insert into students (user_id, email, first_name, last_name)
     select id, email, 'Bench', 'Student' from made`,
    [ids],
  )
  const { auth } = JSON.parse(readFileSync(join(product.dataFolder, "secrets.json"), "utf8")) as {
    auth: string
  }
  const sessions = openSessions(db, readEnvironment({}), auth, product.address)
  const cookies: Cookie[] = []
  for (const id of ids) {
    const reply = new Headers()
    await sessions.openTrusted({ request: new Headers(), reply }, id)
    cookies.push(cookieOf(reply))
  }
  return cookies
}
