import type pg from "pg"

/** What must hold in every database of the product at every moment: each query shows rows that break it. */
const INVARIANTS: Record<string, string> = {
  "a class counts the seats that are taken": `
    select c.id from scheduled_classes c left join class_enrollments e on e.class_id = c.id
    group by c.id having c.seats_taken <> count(e.id)`,
  "no class has more people than room": `
    select id from scheduled_classes where seats_taken + seats_held > max_capacity`,
  // For a seat, or for an answer while no seat could be kept.
  "a class counts those who wait": `
    select c.id from scheduled_classes c where c.waiting <>
      (select count(*) from class_waitlist w where w.class_id = c.id) +
      (select count(*) from demo_class_requests r
       where r.class_id = c.id and r.status = 'pending' and r.held_until is null)`,
  "nobody waits for a class in which they sit": `
    select w.class_id from class_waitlist w join class_enrollments e using (class_id, student_id)`,
  "one seat per person and class": `
    select class_id from class_enrollments group by class_id, student_id having count(*) > 1`,
  "a class counts the seats that are kept for requests": `
    select c.id from scheduled_classes c left join demo_class_requests r on r.class_id = c.id and r.holds_seat
    group by c.id having c.seats_held <> count(r.id)`,
  "one notice per kind, cause, recipient and channel": `
    select kind from notices group by kind, cause_id, recipient, channel having count(*) > 1`,
  "no message was sent twice": `
    select notice_id from notice_attempts where outcome = 'accepted' group by notice_id having count(*) > 1`,
  "presence lies between start and end of the class": `
    select a.id from class_attendance a join scheduled_classes c on c.id = a.class_id
    where a.joined_at < c.started_at or a.left_at > c.ended_at`,
  "no recording is still open an hour after its class": `
    select r.id from class_recordings r join scheduled_classes c on c.id = r.class_id
    where r.status = 'recording' and c.ended_at < now() - interval '1 hour'`,
}

/** The invariants that don't hold, each with how many rows break it. */
export async function brokenInvariants(pool: pg.Pool): Promise<string[]> {
  const broken: string[] = []
  for (const [what, query] of Object.entries(INVARIANTS)) {
    const { rowCount } = await pool.query(query)
    if (rowCount) broken.push(`${what}: ${rowCount} don't`)
  }
  return broken
}
