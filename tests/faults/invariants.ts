import type pg from "pg"

/** What must hold in every database of the product at every moment: each query shows rows that break it. */
const INVARIANTS: Record<string, string> = {
  "a class counts the seats that are taken": `
    select c.id from scheduled_classes c where c.seats_taken <>
      (select count(*) from class_enrollments e where e.class_id = c.id) +
      (select count(*) from demo_class_requests r where r.class_id = c.id and r.status = 'approved')`,
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
  "a request that was answered says when, and no other does": `
    select id from demo_class_requests where (status = 'pending') <> (responded_at is null)`,
  "a rejected request uses up no trial": `
    select id from demo_class_requests where status = 'rejected' and trial_of is not null`,
  "nobody has a seat by enrolment and by request": `
    select r.id from demo_class_requests r join class_enrollments using (class_id, student_id)
    where r.status = 'approved'`,
  "one notice per kind, cause, recipient and channel": `
    select kind from notices group by kind, cause_id, recipient, channel having count(*) > 1`,
  "no message was sent twice": `
    select notice_id from notice_attempts where outcome = 'accepted' group by notice_id having count(*) > 1`,
  "a notice that was sent has one try that was accepted": `
    select n.id from notices n where n.status = 'sent' and 1 <>
      (select count(*) from notice_attempts a where a.notice_id = n.id and a.outcome = 'accepted')`,
  "a notice that is not sent, withdrawn or on its way says why": `
    select id from notices where status in ('held', 'failed', 'unknown') and reason is null`,
  "what is settled is not tried again": `
    select id from notices where (status in ('queued', 'sending')) <> (due_at is not null)`,
  "nobody is told that a child was absent who was present, without a correction": `
    select n.id from notices n join attendance_verdicts v
      on v.class_id = n.cause_id and v.student_id = any(n.subject_ids)
    where n.kind = 'absence' and n.status = 'sent' and v.verdict = 'present' and not exists (
      select 1 from notices c where c.kind like 'absence-correction%' and c.cause_id = n.cause_id
        and c.recipient = n.recipient)`,
  "only of completed classes there are verdicts": `
    select v.class_id from attendance_verdicts v join scheduled_classes c on c.id = v.class_id
    where c.status <> 'completed'`,
  "of a class that was judged everybody with a seat was": `
    select e.id from class_enrollments e
    where exists (select 1 from attendance_verdicts v where v.class_id = e.class_id)
      and not exists (select 1 from attendance_verdicts v
                      where v.class_id = e.class_id and v.student_id = e.student_id)`,
  "nobody was present for longer than it was possible": `
    select class_id from attendance_verdicts where present_seconds > possible_seconds`,
  "nobody is absent who was there for long enough, but by hand": `
    select v.class_id from attendance_verdicts v left join attendance_marks m using (class_id, student_id)
    where v.verdict = 'absent' and m.class_id is null and v.possible_seconds > 0
      and v.present_seconds > v.minimum_seconds`,
  "presence lies between start and end of the class": `
    select a.id from class_attendance a join scheduled_classes c on c.id = a.class_id
    where a.joined_at < c.started_at or a.left_at > c.ended_at`,
  "no recording is still open an hour after its class": `
    select r.id from class_recordings r join scheduled_classes c on c.id = r.class_id
    where r.status = 'recording' and c.ended_at < now() - interval '1 hour'`,
  "no file was made of more of a recording than arrived": `
    select id from class_recordings where processed_bytes > received_bytes`,
  "what can be played has ended": `
    select id from class_recordings where status = 'completed' and recording_ended_at is null`,
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
