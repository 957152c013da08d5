import { globSync, readFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import { type AnyContractProcedure, isContractProcedure } from "@orpc/contract"
import { createRouterClient } from "@orpc/server"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { z } from "zod"
import { createRouter } from "#app/router.ts"
import { contract } from "#contract/index.ts"
import { exportList } from "#features/admin/server/exports.ts"
import {
  everyJob,
  observe,
  readNotices,
  seatStudent,
  startClass,
} from "#features/attendance/server/test-class.ts"
import { completeClass } from "#features/classes/server/service.ts"
import { presenceEvents, roomOutages } from "#features/rooms/server/table.ts"
import type { SignedIn, Viewer } from "#platform/context.ts"
import { MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"

/* Everything that shows whether a student was present reads the verdict of one function. Here each such
   view is asked about the same classes, and the contract is searched for views that are missing here. */

let world: TestContext
let admin: SignedIn
beforeAll(async () => {
  world = await createTestContext()
  admin = await createAdmin(world.ctx)
})
beforeEach(() => world.clock.set("2026-11-20T10:30:00Z"))
afterAll(() => world.close())

function api(viewer: Viewer) {
  const changes = { subscribe: () => () => undefined } as unknown as Parameters<typeof createRouter>[0]
  return createRouterClient(createRouter(changes), { context: { ...world.ctx, viewer } })
}

type Told = { verdict: string; attended: number; held: number }

type Lesson = {
  row: { id: string; title: string }
  instructor: SignedIn
  student: SignedIn & { parent_phone: string | null }
}

/** What each procedure says of a student in one class. */
const PLACES: Record<string, (lesson: Lesson) => Promise<Partial<Told>>> = {
  async "attendance.register"({ row, instructor, student }) {
    const { entries } = await api(instructor).attendance.register({ class_id: row.id })
    return { verdict: entries.find((entry) => entry.student_id === student.user_id)?.verdict ?? "missing" }
  },
  async "attendance.mySheet"({ row, student }) {
    const { lines, standing } = await api(student).attendance.mySheet({})
    return {
      verdict: lines.find((line) => line.class_id === row.id)?.verdict ?? "missing",
      ...shareOf(standing),
    }
  },
  async "attendance.studentSheet"({ row, instructor, student }) {
    const sheet = await api(instructor).attendance.studentSheet({ student_id: student.user_id })
    const line = sheet.lines.find(({ class_id }) => class_id === row.id)
    return { verdict: line?.verdict ?? "missing", ...shareOf(sheet.standing) }
  },
  async "attendance.month"({ instructor, student }) {
    const { items } = await api(instructor).attendance.month({ month: "2026-11", q: "", limit: 100 })
    const line = items.find(({ student_id }) => student_id === student.user_id)
    return line ? shareOf(line) : { attended: -1, held: -1 }
  },
  "attendance.myProgress": async ({ student }) => shareOf(await api(student).attendance.myProgress()),
  async "attendance.figures"({ row, instructor }) {
    const figures = await api(instructor).attendance.figures()
    const one = figures.find(({ class_id }) => class_id === row.id)
    return { attended: one?.present ?? -1, held: (one?.present ?? -1) + (one?.absent ?? -1) }
  },
  async "attendance.demoFunnel"() {
    // Of demo classes alone; `demo-funnel.test.ts` shows that it counts the stored verdict.
    return {}
  },
  async "guardians.childAttendance"({ row, student }) {
    const guardian = await createGuardian(world.ctx, student)
    const seen = await api(guardian).guardians.childAttendance({ student_id: student.user_id, limit: 20 })
    const line = seen.items.find(({ class_id }) => class_id === row.id)
    return { verdict: line?.verdict ?? "missing", ...shareOf(seen.month) }
  },
  async "guardians.family"({ row, student }) {
    const guardian = await createGuardian(world.ctx, student)
    const [child] = (await api(guardian).guardians.family()).attendance
    const line = child?.latest.find(({ class_id }) => class_id === row.id)
    return { verdict: line?.verdict ?? "missing", ...(child && shareOf(child.month)) }
  },
  async "admin.students"({ student }) {
    const { items } = await api(admin).admin.students({ q: "", limit: 100 })
    const one = items.find(({ user_id }) => user_id === student.user_id)
    return one ? shareOf(one) : { attended: -1, held: -1 }
  },
  async "admin.student"({ row, student }) {
    const one = await api(admin).admin.student({ student_id: student.user_id })
    const line = one.classes.find(({ class_id }) => class_id === row.id)
    return { verdict: line?.verdict ?? "missing", ...shareOf(one) }
  },
}

/** They return the register's entry, or what an absence notice's link asks: as `attendance.register`. */
const AS_THE_REGISTER = [
  "attendance.mark",
  "attendance.unmark",
  "attendance.question",
  "attendance.answer",
  "attendance.makeUp",
]
/** Weeks of everybody together: summed over below. */
const SUMS = ["admin.trends"]

const shareOf = ({ attended, held }: { attended: number; held: number }) => ({ attended, held })

function procedures(node: object, path: string[] = []): string[] {
  if (!isContractProcedure(node)) {
    return Object.entries(node).flatMap(([key, child]) => procedures(child, [...path, key]))
  }
  const output = (node as AnyContractProcedure)["~orpc"].outputSchema
  const schema =
    output instanceof z.ZodType ? JSON.stringify(z.toJSONSchema(output, { unrepresentable: "any" })) : ""
  return /"(verdict|attended|present|absent)":/.test(schema) ? [path.join(".")] : []
}

test("ATT-09 every procedure that tells of presence is asked here", () => {
  expect(procedures(contract).sort()).toEqual([...Object.keys(PLACES), ...AS_THE_REGISTER, ...SUMS].sort())
})

/** No other file weighs minutes or decides which verdicts count. */
const JUDGES = ["rules.ts", "possible.ts", "notice-rules.ts", "month-rule.ts", "server/counted.ts"].map(
  (file) => `src/features/attendance/${file}`,
)

test("ATT-09 no other code weighs presence against a minimum, or decides which verdicts count", () => {
  const weighing =
    /(present_seconds|presentMs|present_minutes|requiredMs|minimum_seconds|possible_seconds|possibleMs)\S*\s*[<>]=?|[<>]=?\s*\S*(present_seconds|presentMs|requiredMs|minimum_seconds|possible_seconds|possibleMs)/
  const counting = /verdict\}?\s*(<>|!=|not in)\s*'/
  const found = globSync("src/**/*.{ts,tsx}")
    .filter((file) => !file.includes(".test.") && !JUDGES.includes(file))
    .filter((file) => {
      const code = readFileSync(file, "utf8")
      return weighing.test(code) || counting.test(code)
    })
  expect(found).toEqual([])
})

type Play = (lesson: { row: Lesson["row"]; instructor: SignedIn }) => Promise<Lesson["student"]>

/** Classes in which it would be easy to say what isn't true, with what every place has to say. */
const LESSONS: { what: string; minutes: number; play: Play; told: Told; notices: number }[] = [
  {
    what: "the teacher's power fails at minute 5 of 60, and the child stays nine",
    minutes: 60,
    async play({ row, instructor }) {
      const student = await seatStudent(world, row.id)
      await observe(world, row.id, instructor, 0, 5)
      await observe(world, row.id, student, 0, 9)
      return student
    },
    told: { verdict: "present", attended: 1, held: 1 },
    notices: 0,
  },
  {
    what: "the child takes a seat at minute 52 of 60 and stays to the end",
    minutes: 60,
    async play({ row, instructor }) {
      await observe(world, row.id, instructor, 0, null)
      world.clock.advance(52 * MINUTE)
      const student = await seatStudent(world, row.id)
      await observe(world, row.id, student, 0, null)
      world.clock.advance(-52 * MINUTE)
      return student
    },
    told: { verdict: "present", attended: 1, held: 1 },
    notices: 0,
  },
  {
    what: "a class of two minutes",
    minutes: 2,
    async play({ row, instructor }) {
      await observe(world, row.id, instructor, 0, null)
      return seatStudent(world, row.id)
    },
    told: { verdict: "none", attended: 0, held: 0 },
    notices: 0,
  },
  {
    what: "a class whose room was down for all but two minutes",
    minutes: 60,
    async play({ row, instructor }) {
      await observe(world, row.id, instructor, 0, null)
      const at = (minute: number) => new Date(world.clock.now().getTime() + minute * MINUTE)
      await world.ctx.db.insert(roomOutages).values({ class_id: row.id, began_at: at(1), ended_at: at(59) })
      return seatStudent(world, row.id)
    },
    told: { verdict: "none", attended: 0, held: 0 },
    notices: 0,
  },
  {
    what: "a class that the child could have come to, and did not",
    minutes: 60,
    async play({ row, instructor }) {
      await observe(world, row.id, instructor, 0, null)
      return seatStudent(world, row.id)
    },
    told: { verdict: "absent", attended: 0, held: 1 },
    notices: 1,
  },
]

async function readExport(student: SignedIn): Promise<string> {
  const file = await text(await exportList(world.as(admin), "attendance"))
  return file.split("\n").find((line) => line.startsWith(student.email)) ?? ""
}

async function readWeek(): Promise<{ present: number; absent: number }> {
  const { weeks } = await api(admin).admin.trends()
  const { present = 0, absent = 0 } = weeks.at(-1) ?? {}
  return { present, absent }
}

for (const { what, minutes, play, told, notices } of LESSONS) {
  test(`ATT-09 ${what}: every place says the same, and so do the notices`, async () => {
    const { row, instructor } = await startClass(world)
    await world.ctx.db.delete(presenceEvents).where(eq(presenceEvents.class_id, row.id))
    const student = await play({ row, instructor })
    const before = await readWeek()
    world.clock.advance(minutes * MINUTE)
    await completeClass(world.ctx, row.id, world.ctx.clock.now())
    await runJobs(world, everyJob)
    const lesson = { row, instructor, student }
    for (const [place, ask] of Object.entries(PLACES)) {
      const said = await ask(lesson)
      expect({ place, ...told, ...said }).toEqual({ place, ...told })
    }
    expect(await readExport(student)).toMatch(new RegExp(`,${told.attended},${told.held}$`))
    const after = await readWeek()
    expect([after.present - before.present, after.absent - before.absent]).toEqual([
      told.attended,
      told.held - told.attended,
    ])
    expect((await readNotices(world.ctx, row.id)).length).toBe(notices)
  })
}
