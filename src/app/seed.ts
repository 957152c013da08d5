import { randomInt } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readDemoPeople, seedPeople } from "#features/accounts/server/seed.ts"
import { seedAttendance } from "#features/attendance/server/seed.ts"
import { keepClassComing, seedClasses } from "#features/classes/server/seed.ts"
import { seedLessons } from "#features/lessons/server/seed.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { StorageFull, StoreAway } from "#platform/storage/port.ts"
import type { Runtime } from "./runtime.ts"

export type DemoPassword = { name: string; role: string; email: string; password: string }

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"

function randomPassword(): string {
  return Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join(""),
  ).join("-")
}

/**
 * Writes the built-in programs and, in a trial, the demo people, their classes and a few video lessons. What is already there stays
 * as it is. The demo people's passwords are kept in the data folder, readable to its owner alone.
 */
export async function seedTrial(
  runtime: Runtime,
  { dataFolder, projectRoot }: { dataFolder: string; projectRoot: string },
  report: (line: string) => void,
): Promise<DemoPassword[]> {
  const ctx = runtime.contextFor(null, runtime.log)
  await seedPrograms(ctx)
  if (!runtime.env.trial) return []
  const path = join(dataFolder, "demo-people.json")
  const made = await seedPeople(ctx, randomPassword)
  if (made.length > 0) {
    writeFileSync(path, JSON.stringify(made, null, 2), { mode: 0o600 })
    report("Demo people and programs are in place")
  }
  const { instructors, students } = await readDemoPeople(ctx)
  await seedClasses(ctx, { instructors, students })
  if (made.length > 0) await seedAttendance(ctx)
  const [teacher] = instructors
  const [student] = students
  if (teacher) await keepClassComing(ctx, teacher, students)
  if (teacher && student) {
    const folder = join(projectRoot, "content/lessons")
    await seedLessons(ctx, { teacher, student, folder }).catch((error: unknown) => {
      if (!(error instanceof StoreAway || error instanceof StorageFull)) throw error
      // The next start has another try; nobody is kept out for want of sample videos.
      ctx.log.warn({ err: error }, "the store took no sample lessons")
    })
  }
  try {
    return JSON.parse(readFileSync(path, "utf8")) as DemoPassword[]
  } catch {
    return []
  }
}
