import type { CoachMessages } from "#contract/attendance/coach-register.ts"
import type { CoachState } from "#features/attendance/coach-marks.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { HOUR } from "#shared/time.ts"
import { createClass } from "#tests/classes.ts"
import type { TestContext } from "#tests/context.ts"
import { createInstructor } from "#tests/people.ts"
import { seatStudent } from "../test-class.ts"
import { syncMessages } from "./sync.ts"

/** A class of an hour in a hall that begins now, with its coach and students. */
export async function hallClass(
  context: TestContext,
  count: number,
  columns: Parameters<typeof createClass>[2] = {},
) {
  const { ctx } = context
  const coach = await createInstructor(ctx)
  const starts_at = columns.starts_at ?? ctx.clock.now()
  const row = await createClass(ctx, coach, {
    ...{ delivery: "on_premises" as const, venue_name: "Pool", title: "Swimming" },
    ...columns,
    ...{ starts_at, ends_at: new Date(starts_at.getTime() + HOUR) },
  })
  const students: Awaited<ReturnType<typeof seatStudent>>[] = []
  for (let at = 0; at < count; at += 1) students.push(await seatStudent(context, row.id))
  return { row, coach, students, device: deviceOf(context, row.id, coach) }
}

/** A coach's device: it makes messages about a class, and sends them. */
export function deviceOf(context: TestContext, class_id: string, coach: SignedIn) {
  const device_id = newId()
  const message = (at: Date = context.clock.now()) => ({
    ...{ id: newId(), class_id, device_time: at, clock_offset_ms: 0 },
  })
  return {
    mark: (student: SignedIn, state: CoachState, at?: Date) => ({
      ...message(at),
      ...{ student_id: student.user_id, state },
    }),
    list: (head_count: number | null, complete: boolean, at?: Date) => ({
      ...message(at),
      ...{ head_count, complete },
    }),
    child: (name: string) => ({ ...message(), name }),
    send: (some: Partial<CoachMessages>) =>
      syncMessages(context.as(coach), {
        coach_id: coach.user_id,
        device_id,
        marks: [],
        lists: [],
        children: [],
        ...some,
      }),
  }
}

/** Returns why messages were refused, or null, in the order of the answers. */
export function refusalsOf({ answers }: Awaited<ReturnType<typeof syncMessages>>) {
  return answers.map(({ refusal }) => refusal)
}
