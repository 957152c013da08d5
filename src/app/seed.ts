import { randomInt } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import {
  readClassmates,
  readDemoPeople,
  seedClassmates,
  seedPeople,
  seedTeachers,
} from "#features/accounts/server/seed.ts"
import { seedAttendance, seedProof } from "#features/attendance/server/seed.ts"
import { keepClassComing, seedClasses } from "#features/classes/server/seed.ts"
import { seedGuardians } from "#features/guardians/server/seed.ts"
import { seedLessons } from "#features/lessons/server/seed.ts"
import { seedPickup } from "#features/payments/server/seed.ts"
import { seedEnrolments, seedPrograms } from "#features/programs/server/seed.ts"
import { seedRecordings } from "#features/recordings/server/seed.ts"
import { seedShop, stockShop } from "#features/shop/server/seed.ts"
import type { Ctx } from "#platform/context.ts"
import { Refusal } from "#platform/errors.ts"
import { StorageFull, StoreAway } from "#platform/storage/port.ts"
import { DAY } from "#shared/time.ts"
import type { Runtime } from "./runtime.ts"

/** For how long a trial's academy has been running when it first starts. */
const HISTORY_DAYS = 91

/** How many pieces of each size a trial begins with. */
const TRIAL_PIECES = 12

export type DemoPassword = { name: string; role: string; email: string; password: string }

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"

function randomPassword(): string {
  return Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join(""),
  ).join("-")
}

/**
 * Writes the built-in programs and, in a trial, the demo people, three months of their classes, a few recordings and
 * video lessons, a child who is picked up and a doctor's note that waits for staff.
 * Existing rows are unchanged. The demo people's passwords are kept in the data folder, readable only by its
 * owner.
 */
export async function seedTrial(
  runtime: Runtime,
  { dataFolder, projectRoot }: { dataFolder: string; projectRoot: string },
  report: (line: string) => void,
): Promise<DemoPassword[]> {
  const ctx = runtime.contextFor(null, runtime.log)
  await seedPrograms(ctx)
  await seedShop(ctx)
  if (!runtime.env.trial) return []
  const path = join(dataFolder, "demo-people.json")
  const made = await seedPeople(ctx, randomPassword)
  const isFirst = made.length > 0
  const began = new Date(ctx.clock.now().getTime() - HISTORY_DAYS * DAY)
  const classmates = isFirst ? await seedClassmates(ctx, began) : await readClassmates(ctx)
  if (isFirst) {
    await seedGuardians(ctx)
    writeFileSync(path, JSON.stringify(made, null, 2), { mode: 0o600 })
    report("Demo people and programs are in place")
  }
  const { instructors, students } = await readDemoPeople(ctx)
  const people = { instructors, students, classmates, teachers: await seedTeachers(ctx) }
  const chosen = await seedClasses(ctx, people, isFirst ? HISTORY_DAYS : undefined)
  if (isFirst) await seedEnrolments(ctx, classmates, chosen)
  if (isFirst) await seedAttendance(ctx, students[0])
  if (isFirst) await stockShop(ctx, TRIAL_PIECES)
  if (isFirst) await seedPickup(ctx, { program: "karate-white-to-green-belt" })
  const folder = join(projectRoot, "content/lessons")
  if (isFirst) await storing(ctx, "recordings", seedRecordings(ctx, { subject: "chemistry", folder }))
  const [teacher, other] = instructors
  if (isFirst && other) {
    const note = join(projectRoot, "content/trial/doctors-note.pdf")
    await storing(ctx, "medical proof", seedProof(ctx, { instructor: other, except: students, note }))
  }
  const [student] = students
  if (teacher) await keepClassComing(ctx, teacher, students)
  if (teacher && student) {
    await storing(ctx, "lessons", seedLessons(ctx, { teacher, student, folder }))
  }
  try {
    return JSON.parse(readFileSync(path, "utf8")) as DemoPassword[]
  } catch {
    return []
  }
}

/** Waits for sample files to be stored. Without them the product still has to start. */
async function storing(ctx: Ctx, what: string, stored: Promise<void>): Promise<void> {
  await stored.catch((error: unknown) => {
    const isFull = error instanceof StorageFull || (error instanceof Refusal && error.code === "STORAGE_FULL")
    if (!(isFull || error instanceof StoreAway)) throw error
    ctx.log.warn({ err: error }, `the store took no sample ${what}`)
  })
}
