import { type Cookie, signInDemo } from "./people.ts"
import type { World } from "./world.ts"

const INSTRUCTOR = "meera@demo.kaksha.example"

export type LiveClass = { id: string; instructor: Cookie }

/** Starts the class that a trial has coming up, as its instructor; one that is live already stays so. */
export async function startComingClass(world: World): Promise<LiveClass> {
  const product = await world.product()
  const { pool } = await world.database()
  const { rows } = await pool.query<{ id: string }>(
    `select c.id from scheduled_classes c join teachers t on t.user_id = c.instructor_id
     where t.email = $1 and c.status in ('scheduled', 'live') and c.class_type = 'regular' and c.ends_at > now()
     order by c.starts_at limit 1`,
    [INSTRUCTOR],
  )
  const id = rows[0]?.id
  if (!id) throw new Error("the trial has no class coming up")
  const instructor = await signInDemo(product, INSTRUCTOR)
  await postJson(`${product.address}/api/v1/classes/${id}/start`, instructor, {})
  return { id, instructor }
}

/** Posts to the API as the person of the cookie. Throws with what refused it. */
export async function postJson(url: string, cookie: Cookie, body: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
