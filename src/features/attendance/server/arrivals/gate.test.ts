import { and, eq, isNull } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { cancelClass } from "#features/classes/server/schedule/withdraw.ts"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import { inTransaction } from "#platform/context.ts"
import { DAY, dateInZone, HOUR, MINUTE } from "#shared/time.ts"
import { moveClass } from "#tests/classes.ts"
import type { TestContext } from "#tests/context.ts"
import { bornYearsAgo, createAdmin, createGuardian, createInstructor } from "#tests/people.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import { deviceOf, hallClass, refusalsOf } from "../hall/test-hall.ts"
import { attendanceData } from "../personal-data.ts"
import { getRegister } from "../service.ts"
import { seatStudent, testClasses } from "../test-class.ts"
import { makeCard, readCard, revokeCard } from "./cards.ts"
import { addCollector, readMyGate, removeCollector } from "./collectors.ts"
import { checkInAtGate, listStillHere, readGate, signOut } from "./gate.ts"
import { checkIns, signOuts, studentCards } from "./table.ts"

const world = testClasses()
let context: TestContext
let ctx: TestContext["ctx"]
beforeAll(() => {
  context = world.context
  ctx = context.ctx
})

/** A class in a hall in ten minutes with a child of some age, and its guardian's code. */
async function family(years: number) {
  const held = await hallClass(context, 0, { starts_at: new Date(ctx.clock.now().getTime() + 10 * MINUTE) })
  const child = await seatStudent(context, held.row.id, {
    ...{ under_18: true, date_of_birth: bornYearsAgo(ctx, years) },
  })
  const guardian = await createGuardian(ctx, child)
  const { code } = await readMyGate(context.as(guardian))
  return { ...held, child, guardian, code, of: { student_id: child.user_id, class_id: held.row.id } }
}

test("ATT-08 staff check a child in by the guardian's code and hand it over to a guardian, and the office sees who is still here", async () => {
  const { coach, child, guardian, code, of } = await family(7)
  const shown = await readGate(context.as(coach), `${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`)
  expect(shown.children).toMatchObject([
    { student_id: child.user_id, young: true, classes: [{ open: true, checked_in_at: null }] },
  ])
  const at = context.as(coach)
  expect(await refusalOf(signOut(at, { ...of, to: { guardian_id: guardian.user_id } }))).toMatchObject({
    code: "NOT_CHECKED_IN",
  })
  const first = await checkInAtGate(at, { ...of, code })
  expect(first.classes[0]?.checked_in_at).toEqual(ctx.clock.now())
  const admin = context.as(await createAdmin(ctx))
  expect((await listStillHere(admin)).map(({ student_id }) => student_id)).toContain(child.user_id)
  expect(await listStillHere(context.as(await createInstructor(ctx)))).toEqual([])

  // Anybody can sign up as an instructor.
  const stranger = context.as(await createInstructor(ctx, { approved_at: null }))
  expect(await refusalOf(checkInAtGate(stranger, { ...of, code }))).toMatchObject({ code: "FORBIDDEN" })
  const otherCoach = context.as(await createInstructor(ctx))
  expect(await refusalOf(signOut(otherCoach, { ...of, to: { name: "X" } }))).toMatchObject({
    code: "NOT_FOUND",
  })
  context.clock.advance(2 * HOUR)
  const out = await signOut(at, { ...of, to: { guardian_id: guardian.user_id } })
  expect(out.classes[0]).toMatchObject({ signed_out_at: ctx.clock.now(), signed_out_to: expect.any(String) })
  expect((await listStillHere(admin)).map(({ student_id }) => student_id)).not.toContain(child.user_id)
  const acts = await ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, "child.sign-out"), eq(auditLog.subject_id, of.class_id)))
  expect(acts).toMatchObject([{ detail: { student_id: child.user_id, known: true } }])
})

test("ATT-08 a young child whose class is cancelled after the check-in, or whose seat is given up, is still here until signed out", async () => {
  const admin = context.as(await createAdmin(ctx))
  const stillHere = async () => (await listStillHere(admin)).map(({ student_id }) => student_id)
  const cancelled = await family(6)
  const left = await family(6)
  for (const { coach, of, code } of [cancelled, left]) await checkInAtGate(context.as(coach), { ...of, code })
  await cancelClass(context.as(cancelled.coach), {
    class_id: cancelled.row.id,
    reason: "The hall is flooded",
  })
  await ctx.db.delete(classEnrollments).where(eq(classEnrollments.class_id, left.row.id))
  for (const { coach, of, code, guardian } of [cancelled, left]) {
    const at = context.as(coach)
    expect(await stillHere()).toContain(of.student_id)
    expect((await readGate(at, code)).children[0]?.classes).toMatchObject([
      { class_id: of.class_id, open: false, checked_in_at: ctx.clock.now() },
    ])
    const out = await signOut(at, { ...of, to: { guardian_id: guardian.user_id } })
    expect(out.classes).toMatchObject([{ signed_out_at: ctx.clock.now() }])
    expect(await stillHere()).not.toContain(of.student_id)
    // A class without a seat takes nobody else.
    expect(await refusalOf(checkInAtGate(at, { ...of, code }))).toMatchObject({ code: "NOT_FOUND" })
  }
})

test("ATT-08 CLS-04 a young child who came to a class that is then moved to later is here until signed out, and can come again", async () => {
  const admin = context.as(await createAdmin(ctx))
  const { coach, row, guardian, of, code } = await family(6)
  const at = context.as(coach)
  const stillHere = async () => (await listStillHere(admin)).map(({ student_id }) => student_id)
  await checkInAtGate(at, { ...of, code })
  await moveClass(ctx, row.id, 4 * HOUR)
  context.clock.advance(90 * MINUTE)
  expect(await stillHere()).toContain(of.student_id)
  await signOut(at, { ...of, to: { guardian_id: guardian.user_id } })
  expect(await stillHere()).not.toContain(of.student_id)
  context.clock.advance(2 * HOUR)
  const again = await checkInAtGate(at, { ...of, code })
  expect(again.classes).toMatchObject([{ checked_in_at: ctx.clock.now(), signed_out_at: null }])
  expect(await stillHere()).toContain(of.student_id)
})

test("ATT-08 CLS-04 a check-in for a class that then moves to tomorrow is none there, and coming tomorrow is a new one", async () => {
  const { coach, row, child, guardian, of, code } = await family(7)
  const at = context.as(coach)
  const today = ctx.clock.now()
  await checkInAtGate(at, { ...of, code })
  await signOut(at, { ...of, to: { guardian_id: guardian.user_id } })
  const moveTo = (starts_at: Date) =>
    ctx.db
      .update(scheduledClasses)
      .set({
        ...{ starts_at, ends_at: new Date(starts_at.getTime() + HOUR) },
        scheduled_date: dateInZone(starts_at, ctx.env.TIME_ZONE),
      })
      .where(eq(scheduledClasses.id, row.id))
  const shown = async () => {
    const { code } = await readMyGate(context.as(guardian))
    return (await readGate(at, code)).children[0]?.classes[0]
  }
  // Put off by half an hour, who has come has come.
  await moveTo(new Date(row.starts_at.getTime() + 30 * MINUTE))
  expect((await shown())?.checked_in_at).toEqual(today)
  await moveTo(new Date(row.starts_at.getTime() + DAY))
  context.clock.advance(DAY)
  expect(await shown()).toMatchObject({ checked_in_at: null, signed_out_at: null })
  expect((await getRegister(at, row.id)).entries).toMatchObject([{ verdict: "pending" }])
  expect(await refusalOf(signOut(at, { ...of, to: { name: "X" } }))).toMatchObject({ code: "NOT_CHECKED_IN" })

  const { code: tomorrows } = await readMyGate(context.as(guardian))
  await checkInAtGate(at, { ...of, code: tomorrows })
  expect((await shown())?.checked_in_at).toEqual(ctx.clock.now())
  expect((await getRegister(at, row.id)).entries).toMatchObject([{ verdict: "present" }])
  expect((await listStillHere(at)).map(({ student_id }) => student_id)).toEqual([child.user_id])
})

test("ATT-08 CLS-04 a young child who waits for a class that was moved to later is here until signed out, and can be checked in to it", async () => {
  const { coach, row, guardian, of, code } = await family(6)
  const at = context.as(coach)
  const stillHere = async () => (await listStillHere(at)).map(({ student_id }) => student_id)
  const to = { guardian_id: guardian.user_id }
  const came = ctx.clock.now()
  await checkInAtGate(at, { ...of, code })
  await moveClass(ctx, row.id, 210 * MINUTE)
  context.clock.advance(200 * MINUTE)
  expect(await stillHere()).toEqual([of.student_id])
  expect((await readGate(at, code)).children[0]?.classes).toMatchObject([{ checked_in_at: came, open: true }])
  await signOut(at, { ...of, to })
  expect(await stillHere()).toEqual([])
  context.clock.advance(MINUTE)
  const again = await checkInAtGate(at, { ...of, code })
  expect(again.classes).toMatchObject([{ checked_in_at: ctx.clock.now(), open: false, signed_out_at: null }])
  expect(await stillHere()).toEqual([of.student_id])
})

test("ATT-08 CLS-04 a young child who comes back after being signed out is here again, however it is checked in", async () => {
  const admin = context.as(await createAdmin(ctx))
  for (const back of ["gate", "card"]) {
    const { coach, row, child, guardian, of, code } = await family(6)
    const at = context.as(coach)
    const stillHere = async () => (await listStillHere(admin)).map(({ student_id }) => student_id)
    const to = { guardian_id: guardian.user_id }
    await checkInAtGate(at, { ...of, code })
    await moveClass(ctx, row.id, HOUR)
    context.clock.advance(10 * MINUTE)
    await signOut(at, { ...of, to })
    context.clock.advance(50 * MINUTE)
    expect((await readGate(at, code)).children[0]?.classes).toMatchObject([{ open: true }])
    const { text } = await makeCard(context.as(guardian), child.user_id)
    await checkInAtGate(at, { ...of, code: back === "gate" ? code : (text ?? "") })
    expect((await readGate(at, code)).children[0]?.classes).toMatchObject([
      { checked_in_at: ctx.clock.now(), open: false, signed_out_at: null },
    ])
    expect(await stillHere()).toContain(of.student_id)
    context.clock.advance(HOUR)
    const out = await signOut(at, { ...of, to })
    expect(out.classes).toMatchObject([{ signed_out_at: ctx.clock.now() }])
    expect(await stillHere()).not.toContain(of.student_id)
  }
})

test("ATT-08 a young child whose class goes on after midnight is here until signed out, and one who was forgotten can be signed out the next day", async () => {
  // In Kolkata it is 23:20.
  context.clock.set("2026-11-20T17:50:00Z")
  const { coach, guardian, of, code } = await family(6)
  const at = context.as(coach)
  const stillHere = async () => (await listStillHere(at)).map(({ student_id }) => student_id)
  const to = { guardian_id: guardian.user_id }
  await checkInAtGate(at, { ...of, code })
  context.clock.advance(HOUR)
  expect(await stillHere()).toEqual([of.student_id])
  const out = await signOut(at, { ...of, to })
  expect(out.classes).toMatchObject([{ signed_out_at: ctx.clock.now() }])
  expect(await stillHere()).toEqual([])

  const forgotten = await family(6)
  await checkInAtGate(context.as(forgotten.coach), { ...forgotten.of, code: forgotten.code })
  context.clock.advance(DAY)
  await signOut(context.as(forgotten.coach), { ...forgotten.of, to: { name: "Aunt Meena" } })
  const [row] = await ctx.db.select().from(signOuts).where(eq(signOuts.class_id, forgotten.row.id))
  expect(row).toMatchObject({ to_name: "Aunt Meena", at: ctx.clock.now() })
})

test("ATT-08 a guardian's code ends with the day, is nobody else's, and opens nothing of other children", async () => {
  const { coach, code, of } = await family(7)
  const other = await family(8)
  const wrong = { code: "FIELD_ERRORS", data: { fields: { code: "GATE_CODE_WRONG" } } }
  const at = context.as(coach)
  expect(await refusalOf(checkInAtGate(at, { ...of, code: other.code }))).toMatchObject({ code: "NOT_FOUND" })
  expect(await refusalOf(readGate(at, "AAAA2222"))).toMatchObject(wrong)
  context.clock.advance(24 * HOUR)
  expect(await refusalOf(readGate(at, code))).toMatchObject(wrong)
  context.clock.advance(-24 * HOUR)
  // However many come to the gate in a few minutes.
  for (let guardians = 0; guardians < 61; guardians += 1) await readGate(at, code)
  expect((await readGate(at, code)).children).toHaveLength(1)
})

test("ATT-08 OPS-06 a guardian's code is computed once a day, also of one who was confirmed since, and ends with the link", async () => {
  const { coach, code, guardian } = await family(7)
  let hashes = 0
  const counted = {
    ...ctx.keys,
    prove: (...of: Parameters<typeof ctx.keys.prove>) => {
      hashes += 1
      return ctx.keys.prove(...of)
    },
  }
  const at = { ...context.as(coach), keys: counted }
  await readGate(at, code)
  expect(hashes).toBeGreaterThan(0)
  hashes = 0
  await readGate(at, code)
  await refusalOf(readGate(at, "AAAA2222"))
  expect(hashes).toBe(0)
  const other = await family(8)
  expect((await readGate(at, other.code)).children).toHaveLength(1)
  expect(hashes).toBe(1)
  await ctx.db.delete(guardianOf).where(eq(guardianOf.guardian_id, guardian.user_id))
  expect(await refusalOf(readGate(at, code))).toMatchObject({ code: "FIELD_ERRORS" })
})

test("ATT-08 only guardians who may decide name who collects a child, each name once, and a removed one takes nobody", async () => {
  const { coach, child, guardian, code, of } = await family(6)
  const at = context.as(guardian)
  const student_id = child.user_id
  const aunt = await addCollector(at, { student_id, name: "Sunita Rao" })
  expect(await addCollector(at, { student_id, name: "sunita rao" })).toEqual(aunt)
  expect((await readMyGate(at)).children).toMatchObject([{ young: true, collectors: [aunt] }])
  const stranger = context.as((await family(6)).guardian)
  expect(await refusalOf(addCollector(stranger, { student_id, name: "X" }))).toMatchObject({
    code: "NOT_FOUND",
  })
  await checkInAtGate(context.as(coach), { ...of, code })
  const out = () => signOut(context.as(coach), { ...of, to: { collector_id: aunt.id } })
  expect((await out()).classes[0]).toMatchObject({ signed_out_to: "Sunita Rao" })
  expect(await removeCollector(at, { student_id, collector_id: aunt.id })).toEqual({ removed: true })
  expect(await removeCollector(at, { student_id, collector_id: aunt.id })).toEqual({ removed: false })
  expect(await refusalOf(out())).toMatchObject({ code: "NOT_FOUND" })
  // Who took the child stays known.
  expect((await readGate(context.as(coach), code)).children[0]?.classes[0]).toMatchObject({
    signed_out_to: "Sunita Rao",
  })
  for (let at_ = 0; at_ < 10; at_ += 1) await addCollector(at, { student_id, name: `Uncle ${at_}` })
  expect(await refusalOf(addCollector(at, { student_id, name: "Uncle 10" }))).toMatchObject({
    code: "TOO_MANY_COLLECTORS",
  })
})

test("ATT-08 a card checks in at the gate until it is blocked or replaced, and only its holder and the office make one", async () => {
  const { coach, child, guardian, of } = await family(12)
  const made = await makeCard(context.as(guardian), child.user_id)
  const text = made.text ?? ""
  expect(await readCard(context.as(child), child.user_id)).toEqual(made)
  const other = await family(12)
  expect(await refusalOf(readCard(context.as(other.child), child.user_id))).toMatchObject({
    code: "NOT_FOUND",
  })
  expect(await refusalOf(makeCard(context.as(other.guardian), child.user_id))).toMatchObject({
    code: "NOT_FOUND",
  })
  const at = context.as(coach)
  expect((await readGate(at, text)).guardian).toBeNull()
  await checkInAtGate(at, { ...of, code: text })
  const wrong = { code: "FIELD_ERRORS" }
  const forged = text.replace(/.$/, (last) => (last === "A" ? "B" : "A"))
  expect(await refusalOf(readGate(at, forged))).toMatchObject(wrong)
  const next = await makeCard(context.as(await createAdmin(ctx)), child.user_id)
  expect(await refusalOf(readGate(at, text))).toMatchObject(wrong)
  expect((await revokeCard(context.as(child), child.user_id)).text).toBeNull()
  await revokeCard(context.as(child), child.user_id)
  expect(await refusalOf(readGate(at, next.text ?? ""))).toMatchObject(wrong)
})

test("ATT-08 two new cards at once leave one in force", async () => {
  const { child, guardian } = await family(12)
  await Promise.all([
    makeCard(context.as(guardian), child.user_id),
    makeCard(context.as(child), child.user_id),
  ])
  const inForce = and(eq(studentCards.student_id, child.user_id), isNull(studentCards.revoked_at))
  expect(await ctx.db.$count(studentCards, inForce)).toBe(1)
})

test("ATT-08 a card that a coach's phone scanned marks the student, and one blocked meanwhile is refused with the reason", async () => {
  const { coach, child, row } = await family(12)
  const { text: card } = await makeCard(context.as(child), child.user_id)
  const device = deviceOf(context, row.id, coach)
  const scan = () => ({ ...device.mark(child, "present"), card: card ?? "" })
  expect(refusalsOf(await device.send({ marks: [scan()] }))).toEqual([null])
  await revokeCard(context.as(child), child.user_id)
  expect(refusalsOf(await device.send({ marks: [scan()] }))).toEqual(["card-blocked"])
})

test("ATT-08 LAW-02 erasing a child ends the card and forgets who took it", async () => {
  const { coach, child, code, of } = await family(7)
  await makeCard(context.as(child), child.user_id)
  await checkInAtGate(context.as(coach), { ...of, code })
  await signOut(context.as(coach), { ...of, to: { name: "Aunt Meena" } })
  await inTransaction(ctx, (tx) => attendanceData.eraseFor(tx, { user_id: child.user_id, contacts: [] }))
  const [out] = await ctx.db.select().from(signOuts).where(eq(signOuts.student_id, child.user_id))
  expect(out?.to_name).toBe("")
  expect(await ctx.db.$count(studentCards, eq(studentCards.student_id, child.user_id))).toBe(0)
  expect(await ctx.db.$count(checkIns, eq(checkIns.student_id, child.user_id))).toBe(1)
})
