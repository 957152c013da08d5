import { inArray } from "drizzle-orm"
import {
  classHandedOver,
  classSubstituted,
  teachingChanged,
  teachingHandedOver,
} from "#features/classes/notice-texts.ts"
import { type NoticeChange, type Recipient, tellPeople } from "#features/notifications/server/tell.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { listRoster } from "../service.ts"
import { scheduledClasses } from "../table.ts"
import { neededBefore, SEND_CLASS_NOTICE, SETTLING_MS, wordsFor } from "./class-words.ts"
import { type NoticedClass, readNoticed, readNoticedClass } from "./notice-facts.ts"

type Given = { class_id: string; previous_instructor_id: string }
type Substituted = Given & { instructor_id: string }

/** Notifies the students of who teaches them now, and both instructors of what they have to teach. */
export function tellSubstituted(ctx: Ctx, input: Substituted): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await readNoticedClass(tx, input.class_id)
    // A later change has its own job.
    if (row?.status !== "scheduled" || row.instructor_id !== input.instructor_id) return
    const change = { from: input.previous_instructor_id, to: input.instructor_id }
    const common = aboutOne(tx, row, change)
    const roster = await listRoster(tx, row.id)
    await tellPeople(tx, {
      ...common,
      kind: "class-substituted",
      people: roster.map((one) => one.student_id),
      write: (person) => wordsFor(tx, row, person, classSubstituted(row.facts, person.language)),
    })
    await tellPeople(tx, {
      ...common,
      kind: "class-teaching",
      people: [change.from, change.to],
      write: (person) =>
        wordsFor(
          tx,
          row,
          person,
          teachingChanged(row.facts, person.language, person.user_id === row.instructor_id),
        ),
    })
  })
}

/** Several changes of who teaches a class are one notice, which waits until mistakes are corrected. */
function aboutOne(ctx: Ctx, row: NoticedClass, change: NoticeChange) {
  return {
    topic: "class_changes",
    cause_id: row.id,
    change,
    due_at: new Date(ctx.clock.now().getTime() + SETTLING_MS),
    send_before: row.starts_at,
    via: SEND_CLASS_NOTICE,
  } as const
}

type HandedOver = { change_id: string; instructor_id: string; given: Given[] }

/**
 * Notifies the students of classes that were handed over of who teaches them now, and the instructors between
 * whom they were. Classes of a series that were handed over together are one notice.
 */
export function tellHandedOver(ctx: Ctx, { change_id, instructor_id, given }: HandedOver): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const before = new Map(given.map((one) => [one.class_id, one.previous_instructor_id]))
    const found = await readNoticed(tx, inArray(scheduledClasses.id, [...before.keys()]))
    // A later change has its own job.
    const rows = found.filter((row) => row.status === "scheduled" && row.instructor_id === instructor_id)
    const [row] = rows
    if (!row) return
    const from = before.get(row.id) ?? ""
    const last = rows.at(-1) ?? row
    const more = rows.length > 1
    const common =
      given.length > 1
        ? ({
            topic: "class_changes",
            cause_id: change_id,
            send_before: last.starts_at,
            needed_before: neededBefore(tx, rows),
          } as const)
        : aboutOne(tx, row, { from, to: instructor_id })
    const students = new Set<string>()
    for (const { id } of rows) for (const one of await listRoster(tx, id)) students.add(one.student_id)
    await tellPeople(tx, {
      ...common,
      kind: given.length > 1 ? "series-handed-over" : "class-substituted",
      people: [...students],
      write: (person) => wordsFor(tx, row, person, classHandedOver(row.facts, person.language, more)),
    })
    const teaches = (person: Recipient) => person.user_id === instructor_id
    await tellPeople(tx, {
      ...common,
      kind: given.length > 1 ? "series-teaching" : "class-teaching",
      people: [instructor_id, ...rows.map(({ id }) => before.get(id) ?? "")],
      write: (person) =>
        wordsFor(tx, row, person, teachingHandedOver(row.facts, person.language, teaches(person), more)),
    })
  })
}
