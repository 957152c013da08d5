import { randomUUID } from "node:crypto"
import { type Cookie, makeInstructor } from "./people.ts"
import type { World } from "./world.ts"

const CAPACITY = 30

export type LiveClass = { id: string; instructor: Cookie }

/**
 * Starts a class of two hours whose instructor teaches nothing else, with seats for the students of these
 * addresses. Each benchmark has one of its own: what another left in a room would be measured too, and a class
 * that the trial has coming up is over before a long run is.
 */
export async function startOwnClass(world: World, students: string[] = []): Promise<LiveClass> {
  const own = await scheduleOwnClass(world, students)
  const { address } = await world.product()
  await postJson(`${address}/api/v1/classes/${own.id}/start`, own.instructor, {})
  return own
}

/** The same, which nobody has started yet; in a hall if `venue` names one. */
export async function scheduleOwnClass(
  world: World,
  students: string[],
  venue: string | null = null,
): Promise<LiveClass> {
  const product = await world.product()
  const database = await world.database()
  const instructor = await makeInstructor(product, database)
  const id = randomUUID()
  await database.pool.query(
    `insert into scheduled_classes (id, instructor_id, title, subject, curriculum, scheduled_date, start_time, end_time,
                                    starts_at, ends_at, max_capacity, seats_taken, delivery, venue_name)
     select $1, $2, 'A class that is measured', 'mathematics', 'CBSE', here::date, here::time,
            (here + interval '2 hours')::time, begins, begins + interval '2 hours', $3, $4,
            case when $5::text is null then 'online' else 'on_premises' end, $5
     from (select date_trunc('minute', now()) as begins) as clock,
          lateral (select begins at time zone 'Asia/Kolkata' as here) as wall`,
    [id, instructor.id, Math.max(CAPACITY, students.length), students.length, venue],
  )
  await database.pool.query(
    `insert into class_enrollments (id, class_id, student_id)
     select uuidv7(), $1, user_id from students where email = any($2)`,
    [id, students],
  )
  return { id, instructor: instructor.cookie }
}

/** Posts to the API as the person of the cookie, or by another method. Throws with what refused it. */
export async function postJson(
  url: string,
  cookie: Cookie,
  body: object,
  method: "POST" | "PATCH" | "PUT" = "POST",
): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
