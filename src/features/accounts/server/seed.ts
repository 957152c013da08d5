import { asc, count, eq } from "drizzle-orm"
import { CONSENT_PURPOSES } from "#contract/guardians.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import type { Role } from "#shared/roles.ts"
import { minorStudent } from "./age.ts"
import { ensureGuardian } from "./guardian-links.ts"
import { recordPaper } from "./papers.ts"
import { createAccount } from "./service.ts"
import { readPerson } from "./sessions.ts"
import { admins, demoPeople, students, teachers, user } from "./table.ts"

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

/** The people of a trial. Their numbers belong to nobody: messages to them land in the outbox. */
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
]

const DEMO_GUARDIAN = "sunita@demo.kaksha.example"

/** Writes the demo people once, each with a password of their own. Answers those it made, or none on later starts. */
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
  await seedGuardians(ctx)
  return made
}

/** The guardians of the demo minors, confirmed and with every consent given on a paper. One of them signs in by a click. */
async function seedGuardians(ctx: Ctx): Promise<void> {
  const minors = await ctx.db
    .select({ student: students })
    .from(demoPeople)
    .innerJoin(students, eq(students.user_id, demoPeople.user_id))
    .where(minorStudent(ctx))
    .orderBy(asc(demoPeople.position))
  const [admin] = await ctx.db
    .select({ user_id: demoPeople.user_id })
    .from(demoPeople)
    .innerJoin(admins, eq(admins.user_id, demoPeople.user_id))
  const staff = admin && (await readPerson(ctx.db, admin.user_id))
  if (!staff) return
  for (const { student } of minors) {
    await recordPaper(
      { ...ctx, viewer: staff },
      {
        user_id: student.user_id,
        paper_reference: "Demo paper",
        known_seen: "met_before",
        purposes: [...CONSENT_PURPOSES],
      },
    )
  }
  await inTransaction(ctx, async (tx) => {
    const phone = minors[0]?.student.parent_phone
    if (!phone) return
    const user_id = await ensureGuardian(tx, phone, null)
    await tx.db.update(user).set({ email: DEMO_GUARDIAN, emailVerified: true }).where(eq(user.id, user_id))
    await tx.db.insert(demoPeople).values({ user_id, position: String(PEOPLE.length) })
  })
}

/** The ids of the demo instructors and students, in their order. */
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
