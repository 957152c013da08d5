import type pg from "pg"

/** Every instructor teaches four classes a day, every day, so that a larger timetable is a longer past. */
const INSTRUCTORS = 50
const CLASSES_A_DAY = 4 * INSTRUCTORS
/** Each class has two students; each student has so many seats. */
const SEATS_PER_STUDENT = 40
/** So many of the days are still to come, today not counted. */
const DAYS_AHEAD = 2

/** Whom to ask as: an instructor, a student whose classes are to come, and one whose classes are over. */
export type ClassPeople = { instructor: string; student: string; graduate: string }

/**
 * Fills an empty database, on a connection that may skip checks, with so many classes around now, seats in
 * them, and a demo request for every eleventh class. Returns the people to send requests as.
 */
export async function growClasses(superuser: pg.Client, classes: number): Promise<ClassPeople> {
  // The rows are valid by construction, and checking a million of them would take most of the time.
  await superuser.query("set session_replication_role = replica")
  const days = Math.ceil(classes / CLASSES_A_DAY)
  const people = { instructors: INSTRUCTORS, students: Math.ceil((classes * 2) / SEATS_PER_STUDENT) }
  await superuser.query(
    `with made as (
       insert into users (id, name, email)
       select gen_random_uuid(), role, role || n || '@scale.example'
       from (values ('teacher', $1::int), ('student', $2::int)) as wanted (role, count), generate_series(1, count) as n
       returning id, name, email),
     taught as (
       insert into teachers (user_id, email, first_name, last_name, approved_at)
       select id, email, 'Meera', 'Iyer', now() from made where name = 'teacher')
     insert into students (user_id, email, first_name, last_name, date_of_birth)
     select id, email, 'Asha', 'Rao', '2001-04-12' from made where name = 'student'`,
    [people.instructors, people.students],
  )
  const { rows } = await superuser.query<{ definition: string }>(
    "select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'classes_no_overlap'",
  )
  await superuser.query("alter table scheduled_classes drop constraint classes_no_overlap")
  await superuser.query(
    `with instructors as (select user_id, row_number() over (order by email) - 1 as n from teachers),
     places as (
       select slot, (current_date - ($1::int - 1 - $2::int) + (slot / $3)::int) as day,
              (slot % $3) / $4 as turn, slot % $4 as instructor
       from generate_series(0, $5::int - 1) as slot),
     timed as (
       select places.*, (day + make_time(6 + turn * 3, 0, 0)) at time zone 'Asia/Kolkata' as starts_at from places)
     insert into scheduled_classes (id, instructor_id, title, subject, curriculum, grade, scheduled_date, start_time,
                                    end_time, starts_at, ends_at, max_capacity, seats_taken, status, class_type)
     select uuidv7(), user_id, 'Fractions ' || slot, 'mathematics',
            (array['CBSE', 'CBSE', 'ICSE', 'NEET', 'JEE'])[1 + slot % 5], '8', day, make_time(6 + turn * 3, 0, 0),
            make_time(6 + turn * 3, 45, 0), starts_at, starts_at + interval '45 minutes', 30, 2,
            case when starts_at + interval '45 minutes' < now() then 'completed' else 'scheduled' end,
            case when slot % 11 = 0 then 'demo' else 'regular' end
     from timed join instructors on instructors.n = instructor
     order by slot`,
    [days, DAYS_AHEAD, CLASSES_A_DAY, INSTRUCTORS, classes],
  )
  await superuser.query(
    `alter table scheduled_classes add constraint classes_no_overlap ${rows[0]?.definition}`,
  )
  await superuser.query(
    `with numbered as (
       select id, class_type, instructor_id, starts_at, row_number() over (order by starts_at, id) - 1 as n
       from scheduled_classes),
     pupils as (select user_id, row_number() over (order by created_at, email) - 1 as n from students),
     seated as (
       insert into class_enrollments (id, class_id, student_id, created_at, starts_at)
       select uuidv7(), numbered.id, pupils.user_id, starts_at - interval '3 days', starts_at
       from numbered join pupils on pupils.n / 2 = numbered.n / $1
       where class_type = 'regular')
     insert into demo_class_requests (id, class_id, student_id, instructor_id, status, requested_at, responded_at, trial_of)
     select uuidv7(), numbered.id, pupils.user_id, instructor_id, 'approved', starts_at - interval '3 days',
            starts_at - interval '2 days', 'trial ' || numbered.n
     from numbered join pupils on pupils.n / 2 = numbered.n / $1
     where class_type = 'demo'`,
    [SEATS_PER_STUDENT],
  )
  await superuser.query(
    `with students as (
       insert into instructor_students (instructor_id, student_id)
       select c.instructor_id, e.student_id from scheduled_classes c join class_enrollments e on e.class_id = c.id
       where c.status = 'completed'
       union
       select c.instructor_id, r.student_id from scheduled_classes c join demo_class_requests r on r.class_id = c.id
       where c.status = 'completed' and r.status = 'approved'
       returning instructor_id),
     people as (select instructor_id, count(*) as students from students group by 1)
     insert into instructor_totals (instructor_id, classes, seats, students)
     select c.instructor_id, count(*), sum(seats_taken), max(people.students)
     from scheduled_classes c join people on people.instructor_id = c.instructor_id
     where status = 'completed' group by 1`,
  )
  for (const table of [
    "scheduled_classes",
    "class_enrollments",
    "demo_class_requests",
    "instructor_students",
    "students",
    "users",
  ]) {
    await superuser.query(`vacuum analyze ${table}`)
  }
  return choosePeople(superuser)
}

async function choosePeople(superuser: pg.Client): Promise<ClassPeople> {
  const seated = "from scheduled_classes c join class_enrollments e on e.class_id = c.id"
  const { rows } = await superuser.query<ClassPeople>(
    `select coming.*, gone.* from
       (select c.instructor_id as instructor, e.student_id as student ${seated}
        where c.starts_at > now() order by c.starts_at, c.id limit 1) as coming,
       (select e.student_id as graduate ${seated}
        where c.starts_at < current_date - 1 order by c.starts_at desc, c.id desc limit 1) as gone`,
  )
  const [found] = rows
  if (!found) throw new Error("no class is to come, or none is over")
  return found
}
