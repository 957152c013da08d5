import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { inTransaction, type SignedIn } from "#platform/context.ts"
import { StoreAway } from "#platform/storage/port.ts"
import { newId } from "#shared/ids.ts"
import { DAY, MINUTE } from "#shared/time.ts"
import { createClass, seat } from "#tests/classes.ts"
import type { TestContext } from "#tests/context.ts"
import { numbersFrom } from "#tests/faults/seeded.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { listChildAttendance } from "../child.ts"
import { readFamily } from "../family.ts"
import { markAttendance, unmarkAttendance } from "../marks.ts"
import { readMonth, readMySheet, readStudentSheet } from "../month.ts"
import { answerAbsence, readQuestion } from "../notices/absence-answers.ts"
import { attendanceData } from "../personal-data.ts"
import { getRegister, readMyProgress } from "../service.ts"
import { DROP_SNAPSHOTS_QUEUE } from "../snapshots.ts"
import { absenceAnswers, attendanceVerdicts, medicalProofFiles, medicalProofs } from "../table.ts"
import { everyJob, newPhone, readTexts, seatStudent, startClass, testClasses } from "../test-class.ts"
import { countWaiting } from "../waiting.ts"
import { listProvable } from "./family-proofs.ts"
import { DROP_PROOFS_QUEUE, dropOldProofs } from "./proof-files.ts"
import { sendChildProof, sendProofByLink } from "./send-proof.ts"
import { decideProof, listWaitingProofs, openProof } from "./staff-proofs.ts"

const world = testClasses()
let context: TestContext
let ctx: TestContext["ctx"]
beforeAll(() => {
  context = world.context
  ctx = context.ctx
})

/** The jobs that delete the files of a person who is erased. */
const DROPPING = [DROP_PROOFS_QUEUE, DROP_SNAPSHOTS_QUEUE]

let pages = 0
/** Another scan each time, unless it is named. */
function scan(text = `page ${++pages}`): File {
  return new File([`%PDF-1.7\n${text}`], "note.pdf", { type: "application/pdf" })
}

/** A class that a student missed, with the link that the parent got. */
async function miss(student?: SignedIn & { parent_phone: string | null }) {
  const started = await startClass(context)
  const who = student ?? (await seatStudent(context, started.row.id))
  if (student) await seat(ctx, started.row.id, student)
  await world.endClass(started.row.id)
  const texts = await readTexts(ctx, who.parent_phone)
  const token = /\/a\/([\w-]+)/.exec(texts.at(-1)?.text ?? "")?.[1] ?? ""
  const of = { class_id: started.row.id, student_id: who.user_id }
  return { ...started, student: who, token, of, staff: context.as(started.instructor) }
}

const storedKeys = async (studentId: string) => {
  const keys: string[] = []
  for await (const key of ctx.files.list(`medical/${studentId}/`)) keys.push(key)
  return keys
}

test("PAY-02 ATT-06 an accepted proof takes the absence out of the month on every screen of family and staff", async () => {
  const missed = await miss()
  const { student, token, of, staff, row } = missed
  const guardian = context.as(await createGuardian(ctx, student))
  const admin = context.as(await createAdmin(ctx))
  /** What each screen says of the month: attended, held and excused. */
  const screens = async () => {
    const of_ = { student_id: student.user_id }
    const [family] = (await readFamily(guardian)).attendance
    const list = (await readMonth(admin, { month: "2026-11", q: "", limit: 100 })).items
    const standings = [
      family?.month,
      (await listChildAttendance(guardian, { ...of_, limit: 10 })).month,
      (await readMySheet(context.as(student))).standing,
      (await readStudentSheet(staff, of_)).standing,
      (await readStudentSheet(admin, of_)).standing,
      list.find((line) => line.student_id === student.user_id),
    ]
    expect((await readMyProgress(context.as(student))).held).toBe(standings[0]?.held)
    return standings.map((one) => one && [one.held, one.excused, one.state])
  }
  expect(await screens()).toEqual(Array(6).fill([1, 0, "missed"]))
  await answerAbsence(ctx, { token, student_id: student.user_id, answer: "ill" })
  await sendProofByLink(ctx, { token, student_id: student.user_id, file: scan() })
  expect(await screens()).toEqual(Array(6).fill([1, 0, "missed"]))
  expect([await countWaiting(staff), await countWaiting(admin)]).toMatchObject([{ proofs: 1 }, { proofs: 1 }])
  expect((await listWaitingProofs(staff, { limit: 10 })).items).toMatchObject([{ ...of, files: 1 }])

  const opened = await openProof(staff, of)
  expect(opened).toMatchObject({
    state: "waiting",
    used: 0,
    most: 2,
    opened: [{ content_type: "application/pdf" }],
  })
  await decideProof(staff, { ...of, decision: "accept", remark: "doctor's note of 20 November" })
  expect(await screens()).toEqual(Array(6).fill([0, 1, "none"]))
  const { entries } = await getRegister(staff, row.id)
  expect(entries).toMatchObject([{ verdict: "excused", marked: true, proof: { state: "accepted" } }])
  expect((await readQuestion(ctx, token)).children).toMatchObject([
    { verdict: "excused", proof: { state: "accepted" }, provable: false },
  ])
  expect(await countWaiting(staff)).toMatchObject({ proofs: 0 })
  // Without the mark, it waits again.
  await unmarkAttendance(staff, { ...of, reason: "the note was her sister's" })
  expect(await screens()).toEqual(Array(6).fill([1, 0, "missed"]))
  expect(await countWaiting(staff)).toMatchObject({ proofs: 1 })
  // Marked by hand on the register, it counts as accepted.
  await markAttendance(staff, { ...of, verdict: "excused", reason: "hospital letter" })
  expect((await openProof(staff, of)).state).toBe("accepted")
})

test("PAY-02 the third proof of a month can't be accepted, also by two at once, and is declined with the reason that the family reads", async () => {
  const first = await miss()
  const { student } = first
  const guardian = context.as(await createGuardian(ctx, student))
  const others = [await miss(student), await miss(student)] as const
  for (const { of } of [first, ...others]) await sendChildProof(guardian, { ...of, file: scan() })
  const decide = (one: typeof first) =>
    decideProof(one.staff, { ...one.of, decision: "accept", remark: "a note" })
  await decide(first)
  const results = await Promise.allSettled(others.map(decide))
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "MEDICAL_LIMIT" },
  })
  const left = others[results.findIndex(({ status }) => status === "rejected")] ?? first
  expect((await openProof(left.staff, left.of)).used).toBe(2)
  await expect(decideProof(left.staff, { ...left.of, decision: "decline" })).rejects.toMatchObject({
    data: { fields: { reason: "Choose a reason" } },
  })
  await decideProof(left.staff, { ...left.of, decision: "decline", reason: "month_full" })
  expect((await readFamily(guardian)).proofs).toMatchObject([
    { ...left.of, proof: { state: "declined", reason: "month_full" } },
  ])
  // The same again changes nothing; the opposite is refused.
  await decideProof(left.staff, { ...left.of, decision: "decline", reason: "other_day" })
  expect((await openProof(left.staff, left.of)).reason).toBe("month_full")
  await expect(decide(left)).rejects.toMatchObject({ code: "PROOF_DECIDED" })
})

test("PAY-02 a proof may be sent for a week, and for a week after it was declined", async () => {
  const { token, of, staff } = await miss()
  const send = (file = scan()) => sendProofByLink(ctx, { token, student_id: of.student_id, file })
  context.clock.advance(6 * DAY)
  await send(scan("a"))
  context.clock.advance(2 * DAY)
  await expect(send()).rejects.toMatchObject({ code: "ANSWER_CLOSED" })
  await decideProof(staff, {
    ...of,
    decision: "decline",
    reason: "unreadable",
    remark: "Only half is visible",
  })
  expect((await readQuestion(ctx, token)).children).toMatchObject([
    { proof: { state: "declined", remark: "Only half is visible" }, provable: true },
  ])
  context.clock.advance(6 * DAY)
  expect(await send()).toMatchObject({ state: "waiting", reason: null, files: 2 })
  await decideProof(staff, { ...of, decision: "decline", reason: "other_day" })
  context.clock.advance(7 * DAY)
  await expect(send()).rejects.toMatchObject({ code: "ANSWER_CLOSED" })
})

test("OPS-08 PAY-02 a family reads of which absences a proof may be sent, waits or was decided, as counted one by one", async () => {
  const random = numbersFrom(3)
  const student = await createStudent(ctx, { under_18: true, parent_name: "Rekha", parent_phone: newPhone() })
  const guardian = context.as(await createGuardian(ctx, student))
  const now = context.clock.now().getTime()
  const shown: string[] = []
  for (let n = 0; n < 60; n += 1) {
    const ended_at = new Date(now - random() * 14 * DAY)
    const starts_at = new Date(ended_at.getTime() - 60 * MINUTE)
    const { id: class_id } = await createClass(ctx, await createInstructor(ctx), {
      ...{ starts_at, started_at: starts_at, ended_at, status: "completed" },
    })
    const of = { class_id, student_id: student.user_id }
    const verdict = random() < 0.7 ? "absent" : "present"
    // Settled when the class ended, or anew after a correction.
    const settled_at = new Date(
      ended_at.getTime() + (random() < 0.8 ? 0 : random() * (now - ended_at.getTime())),
    )
    await ctx.db.insert(attendanceVerdicts).values({
      ...{ ...of, verdict, present_seconds: 0, minimum_seconds: 1, reasons: [], settled_at },
    })
    const asked = random() < 0.6
    const answer = random() < 0.5 ? ("ill" as const) : null
    if (asked) {
      await ctx.db.insert(absenceAnswers).values({ ...of, token_hash: newId(), open_until: ended_at, answer })
    }
    const state = random() < 0.5 ? null : random() < 0.4 ? ("waiting" as const) : ("accepted" as const)
    const decided_at = state === "accepted" ? new Date(now - random() * 20 * DAY) : null
    const decided_by = state === "accepted" ? guardian.viewer.user_id : null
    if (state)
      await ctx.db.insert(medicalProofs).values({ ...of, state, sent_at: ended_at, decided_at, decided_by })
    const since = now - 7 * DAY
    const open = ended_at.getTime() > since && (!asked || answer === "ill")
    const isShown =
      state === "waiting" || (decided_at ? decided_at.getTime() > since : state === null && open)
    if (verdict === "absent" && isShown) shown.push(class_id)
  }
  const listed = await listProvable(guardian, [student.user_id])
  expect(shown.length).toBeGreaterThan(10)
  expect(shown.length).toBeLessThanOrEqual(20)
  expect(listed.map(({ class_id }) => class_id).sort()).toEqual(shown.sort())
})

test("ATT-06 a link sends a few files for its own absence and shows none of them, and the same file counts once", async () => {
  const [{ token, of }, other] = [await miss(), await miss()]
  const send = (file: File, student_id = of.student_id) => sendProofByLink(ctx, { token, student_id, file })
  await Promise.all([send(scan("same")), send(scan("same")), send(scan("same"))])
  expect(await send(scan("same"))).toMatchObject({ files: 1 })
  expect(await storedKeys(of.student_id)).toHaveLength(1)
  await expect(send(scan(), other.of.student_id)).rejects.toMatchObject({ code: "NOT_FOUND" })
  await expect(sendProofByLink(ctx, { token: "guessed", ...of, file: scan() })).rejects.toMatchObject({
    code: "NOT_FOUND",
  })
  const sent = await Promise.allSettled(Array.from({ length: 7 }, () => send(scan())))
  expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(4)
  expect(sent.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "FIELD_ERRORS", data: { fields: { file: "PROOFS_TOO_MANY" } } },
  })
  expect(await storedKeys(of.student_id)).toHaveLength(5)
  const question = JSON.stringify(await readQuestion(ctx, token))
  for (const key of await storedKeys(of.student_id)) expect(question).not.toContain(key.split("/").at(-1))
  expect(question).not.toContain("/files/")
})

test("PAY-02 nobody but the child's guardian sends, and nobody but the class's staff sees", async () => {
  const { of, student } = await miss()
  const guardian = context.as(await createGuardian(ctx, student))
  const stranger = await miss()
  const others = context.as(await createGuardian(ctx, stranger.student))
  await expect(sendChildProof(others, { ...of, file: scan() })).rejects.toMatchObject({ code: "NOT_FOUND" })
  expect((await readFamily(others)).proofs.map((one) => one.student_id)).not.toContain(of.student_id)
  await sendChildProof(guardian, { ...of, file: scan() })
  const teacher = context.as(await createInstructor(ctx))
  await expect(openProof(teacher, of)).rejects.toMatchObject({ code: "NOT_FOUND" })
  await expect(decideProof(teacher, { ...of, decision: "accept", remark: "a note" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  })
  expect((await listWaitingProofs(teacher, { limit: 10 })).items).toEqual([])
  expect(await countWaiting(teacher)).toMatchObject({ proofs: 0 })
  const present = await startClass(context)
  const there = await seatStudent(context, present.row.id, { parent_phone: newPhone() })
  const parent = context.as(await createGuardian(ctx, there))
  const unsettled = { class_id: present.row.id, student_id: there.user_id }
  await expect(sendChildProof(parent, { ...unsettled, file: scan() })).rejects.toMatchObject({
    code: "NOT_FOUND",
  })
})

test("LAW-02 PAY-02 the files of a proof go 30 days after the decision, or 90 days after they were sent", async () => {
  const [decided, open] = [await miss(), await miss()]
  const cutOff = await miss()
  for (const { token, of } of [decided, open])
    await sendProofByLink(ctx, { token, student_id: of.student_id, file: scan() })
  const full = { ...ctx, files: { ...ctx.files, put: () => Promise.reject(new Error("the disk broke")) } }
  await expect(
    sendProofByLink(full, { token: cutOff.token, student_id: cutOff.of.student_id, file: scan() }),
  ).rejects.toThrow("the disk broke")
  expect(await countWaiting(cutOff.staff)).toMatchObject({ proofs: 0 })
  await decideProof(decided.staff, { ...decided.of, decision: "accept", remark: "a note" })
  const kept = async () => [
    (await storedKeys(decided.of.student_id)).length,
    (await storedKeys(open.of.student_id)).length,
    await ctx.db.$count(medicalProofFiles, eq(medicalProofFiles.student_id, cutOff.of.student_id)),
  ]
  const after = async (days: number) => {
    context.clock.advance(days * DAY)
    await dropOldProofs(ctx)
    return kept()
  }
  expect(await kept()).toEqual([1, 1, 1])
  expect(await after(2)).toEqual([1, 1, 0])
  expect(await after(27)).toEqual([1, 1, 0])
  expect(await after(2)).toEqual([0, 1, 0])
  expect(await openProof(decided.staff, decided.of)).toMatchObject({ state: "accepted", opened: [] })
  expect(await after(60)).toEqual([0, 0, 0])
})

test("LAW-02 PAY-02 a proof is exported and erased with its student, the file too", async () => {
  const { token, of, staff } = await miss()
  await sendProofByLink(ctx, { token, student_id: of.student_id, file: scan() })
  await decideProof(staff, { ...of, decision: "decline", reason: "other_day" })
  const subject = { user_id: of.student_id, contacts: [] }
  expect(await attendanceData.exportFor(ctx, subject)).toMatchObject({
    medical_proofs: [{ state: "declined", reason: "other_day" }],
    medical_proof_files: [{ content_type: "application/pdf" }],
  })
  await inTransaction(ctx, (tx) => attendanceData.eraseFor(tx, subject))
  await runJobs(context, everyJob)
  expect(await storedKeys(of.student_id)).toEqual([])
  for (const table of [medicalProofs, medicalProofFiles])
    expect(await ctx.db.$count(table, eq(table.student_id, of.student_id))).toBe(0)
})

test("LAW-02 the files of an erased student go also where the store is away for a day, with their rows gone", async () => {
  const { token, of } = await miss()
  await sendProofByLink(ctx, { token, student_id: of.student_id, file: scan() })
  await inTransaction(ctx, (tx) => attendanceData.eraseFor(tx, { user_id: of.student_id, contacts: [] }))
  expect(await ctx.db.$count(medicalProofFiles, eq(medicalProofFiles.student_id, of.student_id))).toBe(0)
  const dropping = context.jobs.filter(({ queue }) => DROPPING.includes(queue))
  expect(dropping.map(({ queue }) => queue).toSorted()).toEqual(DROPPING)
  const remove = () => Promise.reject(new StoreAway("no store"))
  const away = { ...ctx, files: { ...ctx.files, remove } }
  await expect(runJobs(context, everyJob, away)).rejects.toThrow(StoreAway)
  // After some tries the waits are of five minutes at least.
  const tries = everyJob
    .filter(({ queue }) => DROPPING.includes(queue))
    .map(({ retryLimit = 0 }) => retryLimit)
  for (const limit of tries) expect(limit * 5 * MINUTE).toBeGreaterThan(2 * DAY)
  context.jobs.push(...dropping)
  await runJobs(context, everyJob)
  expect(await storedKeys(of.student_id)).toEqual([])
})
