import { asc, count, eq, inArray } from "drizzle-orm"
import { type Ctx, inTransaction } from "#platform/context.ts"
import type { Role } from "#shared/roles.ts"
import { minorStudent } from "./age.ts"
import { ensureGuardian } from "./guardian-profiles.ts"
import { insertInstructors, insertStudents } from "./imported.ts"
import { createAccount } from "./service.ts"
import { admins, demoPeople, officeStaff, students, teachers, user } from "./table.ts"

type DemoPerson = {
  email: string
  first_name: string
  last_name: string
  role: Role
  student?: Partial<typeof students.$inferInsert>
}

const consentedMinor = (parent_name: string, parent_phone: string, grade: string, date_of_birth: string) => ({
  under_18: true,
  date_of_birth,
  curriculum: "CBSE",
  grade,
  parent_name,
  parent_phone,
})

/** The people of a trial. Their numbers are unassigned: messages to them stay in the outbox. */
const PEOPLE: DemoPerson[] = [
  { email: "meera@demo.kaksha.example", first_name: "Meera", last_name: "Iyer", role: "instructor" },
  { email: "arjun@demo.kaksha.example", first_name: "Arjun", last_name: "Nair", role: "instructor" },
  {
    email: "asha@demo.kaksha.example",
    first_name: "Asha",
    last_name: "Rao",
    role: "student",
    student: consentedMinor("Sunita Rao", "+919000000001", "8", "2013-06-14"),
  },
  {
    email: "kabir@demo.kaksha.example",
    first_name: "Kabir",
    last_name: "Singh",
    role: "student",
    student: consentedMinor("Harpreet Singh", "+919000000002", "10", "2011-02-03"),
  },
  {
    email: "zoya@demo.kaksha.example",
    first_name: "Zoya",
    last_name: "Ahmed",
    role: "student",
    student: { grade: "12", curriculum: "ICSE", date_of_birth: "2005-09-21" },
  },
  { email: "noor@demo.kaksha.example", first_name: "Noor", last_name: "Khan", role: "admin" },
  { email: "farah@demo.kaksha.example", first_name: "Farah", last_name: "Sheikh", role: "office" },
]

/** Fellow students, as an office imports them: nobody signs in as one. First name, last name, grade, parent. */
const CLASSMATES = [
  ["Aarav", "Mehta", "6", "Nisha"],
  ["Diya", "Kulkarni", "6", "Sameer"],
  ["Ishaan", "Bose", "6", "Ananya"],
  ["Myra", "Fernandes", "6", "Anita"],
  ["Vihaan", "Reddy", "6", "Lakshmi"],
  ["Sara", "Sheikh", "6", "Imran"],
  ["Advait", "Joshi", "6", "Swati"],
  ["Anika", "Das", "6", "Rohan"],
  ["Rohan", "Pillai", "10", "Geeta"],
  ["Tara", "Menon", "10", "Suresh"],
  ["Yusuf", "Ansari", "10", "Farah"],
  ["Nandini", "Gupta", "10", "Alok"],
  ["Dev", "Chatterjee", "10", "Mitali"],
  ["Ira", "Deshpande", "10", "Vivek"],
  ["Karan", "Gill", "11", "Manpreet"],
  ["Leela", "Krishnan", "11", "Ramesh"],
  ["Om", "Patil", "11", "Vaishali"],
  ["Riya", "Saxena", "11", "Deepak"],
  ["Farhan", "Qureshi", "11", "Shabana"],
  ["Sneha", "Hegde", "11", "Prakash"],
  ["Aditi", "Bhatt", "12", "Hema"],
  ["Neel", "Banerjee", "12", "Tapas"],
  ["Pooja", "Yadav", "12", "Sunil"],
  ["Joel", "Thomas", "12", "Mary"],
  // Young enough to be picked up at home.
  ["Kiara", "Nambiar", "3", "Divya"],
] as const
/** Has no divisor in common with the number of classmates. */
const TURN = 7

/** A student who is nobody's to sign in as. */
export type Classmate = { user_id: string; grade: string; joined_at: Date }

/** Creates the fellow students of a trial's demo people, who joined one after the other since the given instant. */
export function seedClassmates(ctx: Ctx, since: Date): Promise<Classmate[]> {
  const step = (0.9 * (ctx.clock.now().getTime() - since.getTime())) / CLASSMATES.length
  return inTransaction(ctx, async (tx) => {
    const made: Classmate[] = []
    for (const [at, [first_name, last_name, grade, parent]] of CLASSMATES.entries()) {
      // One of each grade comes in turn, as the list is by grade.
      const turn = (at * TURN) % CLASSMATES.length
      const joined_at = new Date(since.getTime() + turn * step)
      const born = joined_at.getUTCFullYear() - 5 - Number(grade)
      const [user_id] = await insertStudents({ ...tx, clock: { now: () => joined_at } }, [
        {
          email: emailOf(first_name, last_name),
          ...{ first_name, last_name, grade, phone: null, curriculum: "CBSE" },
          date_of_birth: `${born}-04-${String(at + 1).padStart(2, "0")}`,
          parent_name: `${parent} ${last_name}`,
          parent_phone: `+9190000001${String(at).padStart(2, "0")}`,
        },
      ])
      if (user_id) made.push({ user_id, grade, joined_at })
    }
    return made
  })
}

/** Returns the fellow students that were created at the first start. */
export async function readClassmates(ctx: Ctx): Promise<Classmate[]> {
  const emails = CLASSMATES.map(([first_name, last_name]) => emailOf(first_name, last_name))
  const rows = await ctx.db
    .select({ user_id: students.user_id, grade: students.grade, joined_at: students.created_at })
    .from(students)
    .where(inArray(students.email, emails))
    .orderBy(asc(students.created_at))
  return rows.map((row) => ({ ...row, grade: row.grade ?? "" }))
}

const emailOf = (first_name: string, last_name: string) =>
  `${first_name}.${last_name}@demo.kaksha.example`.toLowerCase()

/** Teachers of programs, as an office imports them: nobody signs in as one. First name, last name. */
const TEACHERS = [
  ["Captain Joseph", "Kurian"],
  ["Sudha", "Raghunathan"],
  ["Prasanna", "Kulkarni"],
  ["Harshvardhan", "Shekhawat"],
  ["Rosalind", "D'Souza"],
  ["Sensei Biju", "Thampi"],
] as const

/** Creates the teachers of a trial's programs that don't exist yet. Returns the ids of all by their names. */
export async function seedTeachers(ctx: Ctx): Promise<Map<string, string>> {
  const named = TEACHERS.map(([first_name, last_name]) => ({
    email: emailOf(first_name, last_name).replace(/[ ']/g, "-"),
    ...{ first_name, last_name, phone: null },
  }))
  return inTransaction(ctx, async (tx) => {
    const emails = named.map(({ email }) => email)
    const read = () =>
      tx.db
        .select({ id: user.id, name: user.name, email: user.email })
        .from(user)
        .where(inArray(user.email, emails))
    const known = new Set((await read()).map(({ email }) => email))
    await insertInstructors(
      tx,
      named.filter(({ email }) => !known.has(email)),
    )
    return new Map((await read()).map(({ id, name }) => [name, id]))
  })
}

const DEMO_GUARDIAN = "sunita@demo.kaksha.example"

/** Creates the demo people once, each with a password. Returns those it created, none on later starts. */
export async function seedPeople(
  ctx: Ctx,
  makePassword: () => string,
): Promise<{ name: string; role: Role; email: string; password: string }[]> {
  const [known] = await ctx.db.select({ people: count() }).from(demoPeople)
  if (known && known.people > 0) return []
  const made = []
  for (const [index, person] of PEOPLE.entries()) {
    const password = makePassword()
    await createAccount(ctx, { ...person, password, email_verified: true }, async (tx, profile) => {
      if (person.role === "office") await tx.db.insert(officeStaff).values(profile)
      if (person.role === "admin") await tx.db.insert(admins).values(profile)
      if (person.role === "instructor")
        await tx.db.insert(teachers).values({ ...profile, approved_at: ctx.clock.now() })
      if (person.role === "student") await tx.db.insert(students).values({ ...profile, ...person.student })
      await tx.db.insert(demoPeople).values({ user_id: profile.user_id, position: String(index) })
    })
    made.push({
      name: `${person.first_name} ${person.last_name}`,
      role: person.role,
      email: person.email,
      password,
    })
  }
  await seedGuardian(ctx)
  return made
}

/** Creates the guardian of the first demo minor, who signs in by one click. */
async function seedGuardian(ctx: Ctx): Promise<void> {
  const [minor] = await ctx.db
    .select({ name: students.parent_name, phone: students.parent_phone })
    .from(demoPeople)
    .innerJoin(students, eq(students.user_id, demoPeople.user_id))
    .where(minorStudent(ctx))
    .orderBy(asc(demoPeople.position))
    .limit(1)
  const phone = minor?.phone
  if (!phone) return
  await inTransaction(ctx, async (tx) => {
    const user_id = await ensureGuardian(tx, phone, minor.name)
    await tx.db.update(user).set({ email: DEMO_GUARDIAN, emailVerified: true }).where(eq(user.id, user_id))
    await tx.db.insert(demoPeople).values({ user_id, position: String(PEOPLE.length) })
  })
}

/** Returns the ids of the demo instructors and students, in order. */
export async function readDemoPeople(ctx: Ctx): Promise<{ instructors: string[]; students: string[] }> {
  const rows = await ctx.db
    .select({ user_id: demoPeople.user_id, teacher: teachers.user_id, student: students.user_id })
    .from(demoPeople)
    .leftJoin(teachers, eq(teachers.user_id, demoPeople.user_id))
    .leftJoin(students, eq(students.user_id, demoPeople.user_id))
    .orderBy(asc(demoPeople.position))
  return {
    instructors: rows.filter((row) => row.teacher).map((row) => row.user_id),
    students: rows.filter((row) => row.student).map((row) => row.user_id),
  }
}
