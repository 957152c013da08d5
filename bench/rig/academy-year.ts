import type pg from "pg"

/** How large the academy is. Each student sits in two batches, and each batch meets three times a week. */
export const ACADEMY = { students: 10_000, batchOf: 25, instructors: 80, days: 365 }
/** So many days are still to come, today not counted. */
const DAYS_AHEAD = 7
/** Shares of a hundred: seats whose student was absent, and stays with a second connection. */
const ABSENT = 8
const RECONNECTED = 10
/** One class of so many is recorded. */
const RECORDED_EVERY = 10
/** The bell and reminders by mail as 30 nights without a worker would leave them: 180 days are kept. */
const NOTIFIED_DAYS = 210

export type Size = { students: number; instructors: number; days: number }

/** What fills the tables, in the order in which it is needed. Parameters are written as :name. */
const STEPS: [what: string, sql: string][] = [
  [
    "people",
    `with made as (
       insert into users (id, name, email, email_verified, access_since, created_at)
       select uuidv7(interval '-400 days'), role || ' ' || n, role || n || '@year.example', true, now() - interval '400 days', now() - interval '400 days'
       from (values ('admin', 1), ('teacher', :instructors), ('student', :students), ('guardian', :students * 7 / 10)) as wanted (role, count),
            generate_series(0, count - 1) as n
       order by role, n
       returning id, name, email)
     insert into person select id, email, split_part(name, ' ', 1), split_part(name, ' ', 2)::int from made;
     insert into admins (user_id, email, first_name, last_name) select id, email, 'Anil', 'Menon' from person where role = 'admin';
     insert into teachers (user_id, email, first_name, last_name, phone, approved_at)
       select id, email, 'Meera', 'Iyer ' || n, '+9197' || lpad(n::text, 8, '0'), now() - interval '399 days' from person where role = 'teacher' order by n;
     insert into students (user_id, email, first_name, last_name, grade, curriculum, date_of_birth, under_18, parent_name, parent_phone, created_at)
       select id, email, (array['Asha', 'Rohan', 'Kiran', 'Divya', 'Arjun'])[1 + n % 5], 'Rao ' || n, (4 + n % 8)::text, 'CBSE', '2013-04-12', true,
              'Sunita Rao ' || n, '+9198' || lpad((n * 7 / 10)::text, 8, '0'), now() - interval '400 days' + n * interval '1 minute'
       from person where role = 'student' order by n;
     insert into guardians (user_id, phone, first_name, last_name, created_at)
       select id, '+9198' || lpad(n::text, 8, '0'), 'Sunita', 'Rao ' || n, now() - interval '390 days' from person where role = 'guardian' order by n;
     insert into guardian_of (guardian_id, student_id, answer, how, paper_reference, answered_by, answered_at, known_at, known_by, known_how)
       select g.id, s.id, 'confirmed', 'paper', 'Form ' || s.n, a.id, now() - interval '390 days', now() - interval '390 days', a.id, 'in_person'
       from person s join person g on s.role = 'student' and g.role = 'guardian' and g.n = s.n * 7 / 10 join person a on a.role = 'admin';
     insert into credentials (id, account_id, provider_id, user_id, password)
       select uuidv7(), id, 'credential', id, repeat('0123456789abcdef', 10) from person;
     insert into sessions (id, token, user_id, expires_at, ip_address, user_agent, created_at, updated_at)
       select uuidv7(), md5(id::text || k), id, now() + (n % 30) * interval '1 day', '203.0.113.' || n % 250,
              'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', now(), now()
       from person, generate_series(1, 2) as k where k = 1 or n % 3 = 0;
     analyze users, students, guardians, person`,
  ],
  [
    "batches",
    `insert into batch
       select b, uuidv7(interval '-390 days'), p.id, t.id, p.title, p.subject, p.curriculum, p.grade
       from generate_series(0, :students * 2 / 25 - 1) as b
       join (select *, row_number() over (order by position) - 1 as n from programs) p on p.n = b % 40
       join person t on t.role = 'teacher' and t.n = b / 10 % :instructors;
     insert into pupil
       select b, id, n from person, lateral (values (n / 25), (:students / 25 + n % (:students / 25))) as places (b) where role = 'student';
     insert into enrollments (id, course_id, student_id, status, created_at)
       select uuidv7(interval '-380 days'), course, id, 'active', now() - interval '380 days'
       from (select distinct batch.course, pupil.id from pupil join batch on batch.b = pupil.b) as joined;
     analyze pupil, batch, enrollments`,
  ],
  [
    "classes",
    `insert into held
       select uuidv7(starts_at - interval '21 days' - now()), row_number() over (order by starts_at, b), b, starts_at,
              starts_at + interval '45 minutes', starts_at < now()
       from generate_series(-:days, ${DAYS_AHEAD}) as ahead, batch, lateral (select current_date + ahead as day) as dated,
            lateral (select (day + make_time(13 + b % 10 / 2, 0, 0)) at time zone 'Asia/Kolkata' as starts_at) as timed
       where extract(isodow from day) % 2 = b % 2 and extract(isodow from day) < 7
         and not (starts_at < now() and starts_at + interval '45 minutes' > now());
     insert into scheduled_classes (id, instructor_id, title, description, subject, curriculum, grade, scheduled_date, start_time, end_time, starts_at,
                                    ends_at, max_capacity, seats_taken, status, started_at, ended_at, created_at, updated_at, course_id, series_id)
       select held.id, teacher, left(title, 80) || ': ' || n, 'Bring your notebook and last week''s exercises.', subject, curriculum, grade,
              (starts_at at time zone 'Asia/Kolkata')::date, (starts_at at time zone 'Asia/Kolkata')::time, (ends_at at time zone 'Asia/Kolkata')::time,
              starts_at, ends_at, 30, 25, case when over then 'completed' else 'scheduled' end, case when over then starts_at end,
              case when over then ends_at end, starts_at - interval '21 days', starts_at, course, series
       from held join batch using (b) order by n;
     insert into class_rooms (class_id, name, created_at, polled_at, compacted_at)
       select id, id::text, starts_at, ends_at, case when starts_at < now() - interval '32 days' then ends_at + interval '2 days' end from held where over order by n;
     insert into room_policies (class_id) select id from held where over order by n;
     insert into class_reminders (class_id, kind, starts_at) select id, kind, starts_at from held, unnest(array['reminder', 'soon']) as kind where over order by n;
     analyze held, scheduled_classes, class_rooms`,
  ],
  [
    "seats",
    `insert into class_enrollments (id, class_id, student_id, created_at, starts_at, recorded)
       select uuidv7(starts_at - interval '21 days' - now()), held.id, pupil.id, starts_at - interval '21 days', starts_at,
              over and held.n % ${RECORDED_EVERY} = 0
       from held join pupil using (b) order by held.n`,
  ],
  [
    "what follows from a seat",
    `insert into stay select held.id, pupil.id, held.n, pupil.n, held.b, starts_at, ends_at, (held.n * 7919 + pupil.n * 10477) % 100 < ${ABSENT}
       from held join pupil using (b) where over order by held.n;
     analyze stay`,
  ],
  [
    "presence",
    `insert into presence_events (id, class_id, person_id, device_id, connection_id, kind, source, at, recorded_at)
       select case source when 'webhook' then 'EV_' || left(md5(connection || kind), 12) else connection || ':' || kind || ':0' end, class, student,
              left(md5(student::text), 8) || '-7a31-4c1e-9b44-2f0d1c6e9a10', connection, kind, source, at, at
       from stay, generate_series(0, case when (c + s) % 100 < ${RECONNECTED} then 1 else 0 end) as turn,
            lateral (values ('PA_' || left(md5(class::text || s || turn), 12))) as named (connection),
            lateral (values ('joined', 'webhook', starts_at + turn * interval '20 minutes' + s % 60 * interval '1 second'),
                            ('seen', 'poll', starts_at + turn * interval '20 minutes' + (4 + s % 60) * interval '1 second'),
                            ('left', 'webhook', case when turn = 0 and (c + s) % 100 < ${RECONNECTED} then starts_at + interval '19 minutes' else ends_at end))
              as events (kind, source, at)
       where not absent order by c`,
  ],
  [
    "registers",
    `insert into class_attendance (id, class_id, student_id, attended, joined_at, left_at)
       select uuidv7(ends_at - now()), class, student, true, starts_at + turn * interval '20 minutes' + s % 60 * interval '1 second',
              case when turn = 0 and (c + s) % 100 < ${RECONNECTED} then starts_at + interval '19 minutes' else ends_at end
       from stay, generate_series(0, case when (c + s) % 100 < ${RECONNECTED} then 1 else 0 end) as turn where not absent order by c;
     insert into attendance_verdicts (class_id, student_id, verdict, present_seconds, minimum_seconds, possible_seconds, reasons, rule, settled_at)
       select class, student, case when absent then 'absent' else 'present' end, case when absent then 0 else 2640 end, 600, 2700,
              case when absent then '[{"kind": "never-came"}]'::jsonb
                else '[{"kind": "came-long-enough", "needed": 600, "seconds": 2640, "possible": 2700}]'::jsonb end, 3, ends_at
       from stay order by c`,
  ],
  [
    "absence notices",
    `insert into told
       select uuidv7(ends_at + interval '2 minutes' - now()), 'absence', class, student, s, 'sms', '+9198' || lpad((s * 7 / 10)::text, 8, '0'), ends_at + interval '2 minutes'
       from stay where absent order by c;
     insert into absence_answers (class_id, student_id, token_hash, open_until, answer, answered_at, make_up_class_id)
       select class, student, md5(class::text || s) || md5(s::text || class), stay.ends_at + interval '48 hours',
              case when s % 2 = 0 then 'ill' end, case when s % 2 = 0 then stay.ends_at + interval '1 hour' end, case when s % 4 = 0 then later.id end
       from stay left join held later on later.n = stay.c + 7 where absent order by c;
     insert into notices (id, kind, cause_id, subject_id, subject_ids, channel, recipient, recipient_name, text, variables, status, attempts, provider_id, created_at, sent_at, via)
       select distinct on (class, recipient) id, kind, class, student, array[student], channel, recipient, 'Sunita Rao',
              'Asha Rao was absent from Fractions and Decimals With... on 27 Nov 2026, 5:00 pm. Tell us why: https://academy.example/a/dNOTtBqyMHqH - Kaksha',
              '{"classDate": "27 Nov 2026", "className": "Fractions and Decimals With...", "classTime": "5:00 pm", "parentName": "Sunita Rao", "answerToken": "dNOTtBqyMHqH", "studentName": "Asha Rao"}',
              'sent', 1, id::text, at, at + interval '1 second', 'attendance.send-notice'
       from told order by class, recipient`,
  ],
  [
    "reminders by mail",
    `insert into notices (id, kind, cause_id, subject_id, subject_ids, channel, recipient, recipient_name, text, variables, mail, status, attempts, provider_id, created_at, sent_at, send_before, via)
       select uuidv7(at - now()), 'class-reminder:' || extract(epoch from starts_at)::bigint * 1000, class, student, array[student], 'email', 'student' || s || '@year.example', 'Asha Rao',
              text, '{}', jsonb_build_object('subject', 'Doubt-Clearing: Ask Anything starts at 6:37 pm', 'language', 'en', 'paragraphs', jsonb_build_array('Hello Asha,', text),
                'button', jsonb_build_object('url', 'https://academy.example/class/' || class || '/room', 'label', 'Join the class'),
                'links', jsonb_build_array(jsonb_build_object('url', 'https://academy.example/class/' || class || '/calendar.ics', 'label', 'Add to your calendar')),
                'unsubscribeUrl', 'https://academy.example/unsubscribe?token=' || student || '.reminders.QYquF_HKFrzvyaMSE50bRoMrHiuqIDD1wwtt2oosaPI'),
              'sent', 1, md5(class::text || s), at, at + interval '1 second', starts_at, 'classes.send-notice'
       from stay, lateral (select starts_at - interval '1 hour' as at,
              'Fri, 27 Nov, 6:37 pm to 7:22 pm. With Meera Iyer, online. Join the class: https://academy.example/class/' || class || '/room' as text) as words
       where s % 2 = 0 and starts_at > now() - interval '${NOTIFIED_DAYS} days' order by c`,
  ],
  [
    "attempts and reports",
    `insert into notice_attempts (id, notice_id, channel, number, started_at, finished_at, outcome, answer)
       select uuidv7(created_at - now()), id, channel, 1, created_at, sent_at, 'accepted', '250 2.0.0 Ok: queued as 4b7Zs31dQkz9vRl' from notices order by created_at;
     insert into delivery_reports (id, notice_id, provider_id, state, reported_at)
       select uuidv7(created_at - now()), id, provider_id, 'delivered', sent_at + interval '4 seconds' from notices where channel = 'sms' order by created_at`,
  ],
  [
    "the bell",
    `insert into person_notices (id, person_id, kind, cause_id, title, text, href, created_at, read_at)
       select uuidv7(at - now()), student, 'class-soon:' || extract(epoch from starts_at)::bigint * 1000, class, 'Starting soon: Doubt-Clearing: Ask Anything',
              'Fri, 27 Nov, 6:37 pm to 7:22 pm. With Meera Iyer, online.', '/class/' || class || '/room', at, case when (c + s) % 5 < 3 then at + interval '5 minutes' end
       from stay, lateral (select starts_at - interval '10 minutes' as at) as before
       where starts_at > now() - interval '${NOTIFIED_DAYS} days' order by c`,
  ],
  [
    "rooms",
    `insert into room_messages (id, class_id, sender_id, by_staff, body, seq, revision, created_at)
       select uuidv7(starts_at + k * interval '4 minutes' - now()), class, student, false, 'Could you explain the third step again, please?', k, k, starts_at + k * interval '4 minutes'
       from (select *, row_number() over (partition by class order by s) as k from stay) as ranked where k <= 8 order by c;
     insert into room_whiteboards (class_id, revision, items, there, pages) select distinct class, 30, 30, 30, 1 from stay where c % 5 = 0;
     insert into room_whiteboard_items (class_id, id, page, version, author, changed_by, by_staff, body, gone, revision, drawn_at)
       select class, uuidv7(starts_at - now()), 0, 1, student, student, false,
              '{"kind": "line", "color": "ink", "width": 3, "points": [12, 40, 13, 41, 15, 44, 18, 48, 22, 53, 27, 59, 33, 66, 40, 74, 48, 83, 57, 93, 67, 104, 78, 116, 90, 129, 103, 143]}',
              false, k, starts_at + k * interval '30 seconds'
       from (select distinct on (class) * from stay where c % 5 = 0 order by class) as picked, generate_series(1, 30) as k;
     insert into data_views (id, student_id, day, viewer_id, kind, at)
       select distinct on (student, day, teacher) uuidv7(ends_at - now()), student, day, teacher, 'attendance', ends_at
       from stay join batch using (b), lateral (select (ends_at at time zone 'Asia/Kolkata')::date as day) as on_day
       where c % 3 = 0 order by student, day, teacher`,
  ],
  [
    "recordings and lessons",
    `insert into class_recordings (id, class_id, instructor_id, title, search_text, file_path, file_size, duration_seconds, recording_started_at, recording_ended_at, status,
                                   is_demo_class, visibility, quality, source, mime_type, received_bytes, received_at, processed_bytes, created_at, updated_at)
       select uuidv7(ends_at - now()), held.id, teacher, left(title, 80), title, teacher || '/' || held.id || '-720p-1.mp4', 840000000, 2700, starts_at, ends_at, 'completed',
              false, 'enrolled_students', '720p', 'room', 'video/mp4', 840000000, ends_at, 840000000, starts_at, ends_at
       from held join batch using (b) where over and n % ${RECORDED_EVERY} = 0 order by n;
     insert into recording_views (recording_id, user_id, position_seconds, watched_seconds, updated_at)
       select r.id, stay.student, 1200, 1200, r.recording_ended_at + interval '3 hours' from class_recordings r join stay on stay.class = r.class_id where (c + s) % 3 = 0;
     insert into program_lessons (id, course_id, position, title, file_path, file_size, duration_seconds, file_kind, received_bytes, created_at, updated_at)
       select uuidv7(), id, k, 'Lesson ' || k, id || '/' || k || '.mp4', 200000000, 1200, 'video/mp4', 200000000, now(), now() from programs, generate_series(1, 10) as k;
     insert into lesson_progress (lesson_id, student_id, position_seconds, seen, seen_seconds, done_at, updated_at)
       select l.id, e.student_id, 1100, '{[0,1100)}', 1100, now(), now() - (l.position * :days / 10) * interval '1 day'
       from enrollments e join program_lessons l on l.course_id = e.course_id`,
  ],
  [
    "money",
    `insert into bought
       select uuidv7(at - now()), uuidv7(at - now()), uuidv7(at - now()), p.id, p.n, g.id, b.course, at, row_number() over (order by at, p.n)
       from person p join person g on p.role = 'student' and g.role = 'guardian' and g.n = p.n * 7 / 10 join batch b on b.b = p.n / 25,
            generate_series(0, greatest(1, :days / 30) - 1) as month, lateral (select now() - (month * 30 + p.n % 28) * interval '1 day' as at) as dated;
     insert into orders (id, number, buyer_id, student_id, course_id, state, facts, rules_version, trace, documents, total_paise, provider, provider_order_id, hold_until,
                         points_awarded, created_at, paid_at, months, starts_on, ends_on)
       select bought.id, 'KY-' || lpad(k::text, 7, '0'), guardian, student, course, 'paid', o.facts, o.rules_version, o.trace, o.documents, o.total_paise, 'razorpay', 'order_' || left(md5(bought.id::text), 14),
              at + interval '15 minutes', 10, at, at + interval '2 minutes', 1, at::date, at::date + 29
       from bought, sample o order by k;
     insert into payments (id, order_id, provider, provider_payment_id, amount_paise, state, fulfils, method, fee_paise, tax_paise, created_at, captured_at)
       select payment, bought.id, 'razorpay', 'pay_' || left(md5(payment::text), 14), o.total_paise, 'captured', true, 'upi', 2000, 360, at + interval '1 minute', at + interval '2 minutes'
       from bought, sample o order by k;
     insert into bills (id, order_id, kind, entity, financial_year, series, sequence, number, issued_on, total_paise, content, created_at)
       select uuidv7(at - now()), bought.id, o.kind, o.entity, o.financial_year, o.series, 10 + k, 'YR/' || lpad(k::text, 8, '0'), at::date, o.total_paise, o.content, at + interval '2 minutes'
       from bought, sample o order by k;
     insert into gateway_events (provider, event_id, received_at)
       select 'razorpay', 'evt_' || left(md5(id::text || e), 14), at from bought, unnest(array['captured', 'paid']) as e;
     insert into ledger_accounts (id, kind, unit, normal_side, held, created_at)
       select uuidv7(), kind, unit, side, false, now()
       from (values ('gateway-clearing', 'paise', 'debit'), ('deferred-income', 'paise', 'credit'), ('points-given', 'points', 'debit'), ('xp-given', 'xp', 'debit')) as own (kind, unit, side)
       on conflict do nothing;
     insert into ledger_accounts (id, kind, unit, normal_side, held, holder, balance, created_at)
       select uuidv7(), kind, kind, 'credit', true, id, case kind when 'xp' then 100 else 10 * greatest(1, :days / 30) end, now()
       from person, unnest(array['xp', 'points']) as kind where role = 'student';
     insert into ledger_journals (id, kind, idempotency_key, lines, rules_version, trace, effective_at, created_at)
       select id, 'sale', 'sale:' || payment, 2, 'gst-1', '[{"code": "program-price", "paise": 100000}, {"code": "order", "number": "KY-0000001"}]'::jsonb, at, at from bought order by k;
     insert into ledger_entries (journal_id, line, account_id, amount)
       select bought.id, line, a.id, case line when 1 then 100000 else -100000 end
       from bought, (values (1, 'gateway-clearing'), (2, 'deferred-income')) as lines (line, kind) join ledger_accounts a on a.kind = lines.kind and not a.held order by k;
     insert into ledger_journals (id, kind, idempotency_key, lines, rules_version, trace, effective_at, created_at)
       select payment, 'early-payment', 'early:' || id, 2, 'points-1', '[{"code": "early-payment"}]'::jsonb, at, at from bought order by k;
     insert into ledger_entries (journal_id, line, account_id, amount)
       select payment, line, case line when 1 then own.id else held.id end, case line when 1 then 10 else -10 end
       from bought join ledger_accounts held on held.holder = student and held.kind = 'points' join ledger_accounts own on own.kind = 'points-given', generate_series(1, 2) as line order by k`,
  ],
  [
    "the audit log",
    `insert into audit_log (id, actor_id, action, subject_id, detail, at)
       select uuidv7(at - now()), teacher, action, held.id::text, '{"way": "button"}', at
       from held join batch using (b), lateral (values ('class.start', starts_at), ('room.policy', starts_at + interval '10 minutes')) as acts (action, at)
       where over and (action = 'class.start' or n % 4 = 0) order by at;
     insert into audit_log (id, actor_id, action, subject_id, detail, at)
       select uuidv7(at - now()), a.id, 'student.update', p.id::text, '{"grade_from": "5", "grade_to": "6"}', at
       from person p, person a, lateral (select now() - (p.n % 365) * interval '1 day' as at) as dated
       where p.role = 'student' and a.role = 'admin' and p.n % 365 < :days`,
  ],
  [
    "totals",
    `insert into instructor_students (instructor_id, student_id) select distinct teacher, pupil.id from batch join pupil using (b);
     insert into instructor_totals (instructor_id, classes, seats, students)
       select teacher, count(*), count(*) * 25, (select count(*) from instructor_students where instructor_id = teacher) from held join batch using (b) where over group by teacher`,
  ],
]

/** What lives as long as the connection, to make rows from. */
const WORKSHEETS = `
  create temp table person (id uuid, email text, role text, n int);
  create temp table batch (b int, series uuid, course uuid, teacher uuid, title text, subject text, curriculum text, grade text);
  create temp table pupil (b int, id uuid, n int);
  create temp table held (id uuid, n int, b int, starts_at timestamptz, ends_at timestamptz, over boolean);
  create temp table stay (class uuid, student uuid, c int, s int, b int, starts_at timestamptz, ends_at timestamptz, absent boolean);
  create temp table told (id uuid, kind text, class uuid, student uuid, s int, channel text, recipient text, at timestamptz);
  create temp table bought (id uuid, payment uuid, bill uuid, student uuid, s int, guardian uuid, course uuid, at timestamptz, k int);
  create temp table sample as select o.facts, o.rules_version, o.trace, o.documents, o.total_paise, b.kind, b.entity, b.financial_year, b.series, b.content
    from orders o join bills b on b.order_id = o.id limit 1`

/**
 * Fills a database that has programs and one billed order, on a connection that may skip checks, with an academy as
 * the given number of days of use leave it. The rows are written in the order of time with every index in place, so
 * that tables and indexes have the size that they would have grown to.
 */
export async function growAcademy(
  superuser: pg.Client,
  size: Size,
  say: (line: string) => void,
): Promise<void> {
  // The rows are valid by construction, and checking millions of them would take most of the time.
  await superuser.query(
    "set session_replication_role = replica; set max_parallel_workers_per_gather = 0; set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set temp_buffers = '256MB'",
  )
  await superuser.query(WORKSHEETS)
  for (const [what, statements] of STEPS) {
    const started = performance.now()
    const filled = statements.replaceAll(/(?<!:):(\w+)/g, (whole, name: string) =>
      String(size[name as keyof Size] ?? whole),
    )
    await superuser.query(filled)
    say(`${what}: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
  }
}

/**
 * Has the classes of a day, whose registers are settled, held in meetings: each browser reported every 15 s. Returns how many
 * reports there are.
 */
export async function holdMeetings(superuser: pg.Client): Promise<number> {
  await superuser.query("set session_replication_role = replica; set synchronous_commit = off")
  const { rowCount } = await superuser.query(
    `insert into presence_events (id, class_id, person_id, device_id, connection_id, kind, source, at, recorded_at)
     select gen_random_uuid(), c.id, e.student_id, 'a-phone', 'meeting-' || left(md5(c.id::text || e.student_id), 24), 'seen', 'report', at, at
     from (select * from scheduled_classes
           where scheduled_date = (select scheduled_date from scheduled_classes where starts_at < now() - interval '3 days' order by starts_at desc limit 1)) as c
     join class_enrollments e on e.class_id = c.id, generate_series(c.starts_at, c.ends_at, interval '15 seconds') as at`,
  )
  return rowCount ?? 0
}
