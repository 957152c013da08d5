import { randomUUID } from "node:crypto"
import { type AnyContractProcedure, isContractProcedure } from "@orpc/contract"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { VIEWS } from "#app/events/seen-data.ts"
import { contract } from "#contract/index.ts"
import { NOTICE_TOPICS } from "#contract/notifications.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { user } from "#features/accounts/server/table.ts"
import { imports } from "#features/admin/server/table.ts"
import { gateCodeOf } from "#features/attendance/server/arrivals/codes.ts"
import { checkIns } from "#features/attendance/server/arrivals/table.ts"
import { unexpectedChildren } from "#features/attendance/server/hall/table.ts"
import { answerToken, openAnswers } from "#features/attendance/server/notices/answer-links.ts"
import { attendanceVerdicts, medicalProofs } from "#features/attendance/server/table.ts"
import { deleteClass } from "#features/classes/server/schedule/withdraw.ts"
import { demoOffers, oneOnOneSlots } from "#features/classes/server/seat-tables.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { addMaterial } from "#features/programs/server/materials.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import { shareFile } from "#features/rooms/server/board/files.ts"
import { createPoll } from "#features/rooms/server/board/polls.ts"
import { roomMessages } from "#features/rooms/server/board-tables.ts"
import { keyOfSlide } from "#features/rooms/server/slides/slide-files.ts"
import { slideDecks } from "#features/rooms/server/slides/table.ts"
import { whiteboardPictures } from "#features/rooms/server/whiteboard-tables.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { type RazorpayGateway, startRazorpayGateway } from "#platform/money/gateway/gateway.ts"
import { dateInZone, HOUR, timeInZone } from "#shared/time.ts"
import { createClass, requestFor, seat } from "../classes.ts"
import { goodsFor } from "../goods.ts"
import { createFurtherGuardian, invitationFor } from "../guardians.ts"
import { type HttpProduct, startHttpProduct } from "../http.ts"
import { enrolIn, lessonFor, teachProgram } from "../lessons.ts"
import { heldNotice, noticeFor } from "../notices.ts"
import {
  billFor,
  claimFor,
  deskRowsFor,
  orderFor,
  pickupFor,
  referralCodeOf,
  refundRequestOf,
  refusedRefundOf,
  sellingThrough,
} from "../orders.ts"
import { createAdmin, createGuardian, createInstructor, createOffice, createStudent } from "../people.ts"
import { anEnquiry, aQuote, invitedTo, premisesFor, REST_PAISE } from "../premises.ts"
import { recordingFor } from "../recordings.ts"
import { halfBlue } from "../slide-files.ts"
import { allowed, PERSONAS, type Persona } from "./allowed.ts"
import { OTHERWISE } from "./no-views.ts"

type Procedure = { name: string; method: string; path: string }

function proceduresOf(node: object, path: string[] = []): Procedure[] {
  if (isContractProcedure(node)) {
    const { route } = (node as AnyContractProcedure)["~orpc"]
    return [{ name: path.join("."), method: route.method ?? "POST", path: route.path ?? "" }]
  }
  return Object.entries(node).flatMap(([key, child]) => proceduresOf(child, [...path, key]))
}

const procedures = proceduresOf(contract)

let product: HttpProduct
let gateway: RazorpayGateway
/** Of a program, and of a thing of the shop. */
const SLUG = "class-10-mathematics-board-year"
/** A name that no one else in the world has. */
const CHILD_NAME = "Zephyrine"
let people: Record<Persona, SignedIn | null>
let programId: string
/** A series of classes of the program. */
const batchId = randomUUID()
let turn = 0

beforeAll(async () => {
  gateway = await startRazorpayGateway()
  product = await startHttpProduct({
    ...sellingThrough(gateway),
    SHOP_OPEN: "true",
    SHOP_CENTRES: "Jayanagar: 11th Main",
  })
  const { ctx } = product
  await seedPrograms(ctx)
  const [program] = await ctx.db.select({ id: programs.id }).from(programs).limit(1)
  programId = program?.id ?? ""
  const disabled = await createStudent(ctx)
  const student = await createStudent(ctx, { ...minorOf("+919123400001"), first_name: CHILD_NAME })
  const neighbour = await createStudent(ctx, minorOf("+919123400002"))
  people = {
    visitor: null,
    student,
    guardian: await createGuardian(ctx, student),
    otherGuardian: await createGuardian(ctx, neighbour),
    otherStudent: await createStudent(ctx, { parent_name: "Mita Bose", parent_phone: "+919123400004" }),
    undated: await createStudent(ctx, { date_of_birth: null }),
    instructor: await createInstructor(ctx),
    otherInstructor: await createInstructor(ctx),
    office: await createOffice(ctx),
    admin: await createAdmin(ctx),
    disabled,
  }
  await product.cookieOf(disabled)
  await ctx.db.update(user).set({ disabledAt: new Date() }).where(eq(user.id, disabled.user_id))
})

afterAll(async () => {
  await product?.close()
  await gateway?.close()
})

function minorOf(parent_phone: string) {
  return { under_18: true, parent_name: "Sunita Rao", parent_phone }
}

const ABOUT_STUDENTS = [
  "people.recordPaper",
  "people.confirmGuardian",
  "people.forgetGuardian",
  "people.setDateOfBirth",
  "people.correctStudent",
  "people.correctGuardian",
  "people.guardians",
  "people.inviteGuardian",
  "people.withdrawGuardianInvitation",
  "people.setGuardianRights",
  "people.removeGuardian",
]

/** Returns a person for staff to act on: a fresh one each time, because most acts can be done once. */
async function targetFor(name: string): Promise<string> {
  const { ctx } = product
  if (!name.startsWith("people.")) return randomUUID()
  const student = ABOUT_STUDENTS.includes(name)
  const target = student
    ? await createStudent(ctx, minorOf("+919123400003"))
    : await createInstructor(ctx, { approved_at: null })
  return target.user_id
}

/** A session of the student, beside the one that asks. */
async function sessionOf(person: SignedIn): Promise<string> {
  const { sessions } = product.ctx
  const http = { request: new Headers(), reply: new Headers() }
  await sessions.openTrusted(http, person.user_id)
  const cookie = http.reply
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")
  return (await sessions.current({ request: new Headers({ cookie }), reply: new Headers() })) ?? ""
}

const HALL = { delivery: "on_premises" as const, venue_name: "Pool" }
/** What staff do at the gate, about a class in a hall that begins now. */
const AT_GATE = ["attendance.readGate", "attendance.checkInAtGate", "attendance.signOut"]
const HALLS = ["attendance.releaseList", ...AT_GATE]

/** Returns an unchanged world: a class of the instructor in the state that the procedure is about. */
async function worldFor(name: string) {
  const { ctx } = product
  const { instructor, student } = people
  if (!instructor || !student) throw new Error("the world needs people")
  turn += 1
  const live =
    name.startsWith("attendance.record") ||
    ["classes.end", "recordings.start"].includes(name) ||
    name.startsWith("rooms.")
  const demo = name.startsWith("classes.") && (name.includes("emo") || name === "classes.recordCallback")
  const now = ["classes.start", "attendance.coachDay", ...AT_GATE].includes(name)
  const starts_at = new Date(Date.now() + (now ? 0 : turn * 2 * HOUR))
  if (now || live) await endEverything(instructor)
  const row = await createClass(ctx, instructor, {
    starts_at: live ? new Date(Date.now() - HOUR / 2) : starts_at,
    status: live ? "live" : "scheduled",
    started_at: live ? new Date(Date.now() - HOUR / 2) : null,
    class_type: demo ? "demo" : "regular",
    seats_taken: name === "classes.enrol" || demo ? 0 : 1,
    ...(name === "classes.enrolInBatch" && { course_id: programId, series_id: batchId }),
    ...(name === "pickups.list" && { course_id: programId }),
    ...(HALLS.includes(name) && HALL),
  })
  if (name === "pickups.list") await pickupFor(ctx, programId, student, row.scheduled_date)
  if (name === "classes.setBatch" || name === "classes.endEnrolment") await enrolIn(ctx, programId, student)
  if (name !== "classes.enrol" && !demo) await seat(ctx, row.id, student)
  if (name === "classes.restore") await deleteClass({ ...ctx, viewer: instructor }, { class_id: row.id })
  const asked = ["classes.answerDemoRequest", "classes.recordCallback", "classes.acceptDemoOffer"].includes(
    name,
  )
  const request_id = asked ? await requestFor(ctx, row.id, student, instructor) : randomUUID()
  const user_id = await targetFor(name)
  const ids = {
    notice_id: await noticeIn(name, row.id, student),
    month: "2026-11",
    date: row.scheduled_date,
    request_id,
    // Others may teach the student of all these cells, too.
    student_id: (name === "attendance.studentSheet" ? await newcomerIn(row.id) : student).user_id,
    course_id: programId,
    batch_id: batchId,
    user_id,
    code: name.startsWith("referrals.")
      ? await referralCodeOf(ctx, student)
      : AT_GATE.includes(name)
        ? gateCodeOf(ctx, people.guardian?.user_id ?? "", todayOf(ctx))
        : "",
    session_id: name === "account.endSession" ? await sessionOf(student) : randomUUID(),
    purpose: "recording",
    kind: "code",
    language: "en",
    name: "class_grace_minutes",
    import_id: await importBy(people.admin),
    ...(await furtherGuardianIn(name, user_id, student)),
    ...(await orderIn(name, student)),
    ...(await premisesIn(name, row.id)),
    ...(/^bank\.|settlement$/.test(name) ? await deskRowsFor(ctx) : {}),
    ...(/^shop/.test(name) ? await goodsFor(ctx, people.guardian, student, SLUG) : {}),
    claim_id: /^upi\.(approve|decline|takeBack)$/.test(name)
      ? await claimFor(ctx, programId, student)
      : randomUUID(),
    bill_id: name === "bills.read" ? await billFor(ctx, programId, student) : randomUUID(),
    material_id: name.includes("aterial") ? await materialFor(student) : randomUUID(),
  }
  if (name === "attendance.signOut") await checkedIn(row.id, student)
  const proof = /^(attendance|guardians)\..*roof/.test(name) ? await proofFor(row.id, student) : {}
  const child_id = name === "attendance.decideChild" ? await childIn(row) : randomUUID()
  const slot_id = name.startsWith("oneOnOne.") ? await offerTo(ctx, instructor, row) : randomUUID()
  const board = name.startsWith("rooms.") ? await boardFor(row.id, student, instructor) : {}
  const recorded = name.startsWith("recordings.") ? await recordingFor(ctx, row, name) : {}
  const lesson = name.startsWith("lessons.") ? await lessonIn(name, instructor, student) : {}
  if (name !== "classes.acceptDemoOffer")
    return { ...ids, class_id: row.id, slot_id, child_id, ...proof, ...board, ...recorded, ...lesson }
  const other = await createClass(ctx, instructor, { starts_at: row.ends_at, class_type: "demo" })
  await ctx.db.insert(demoOffers).values({ request_id, class_id: other.id })
  return { ...ids, class_id: other.id, slot_id }
}

/** What an organisation asked for, as far as the procedure needs it. */
async function premisesIn(name: string, classId: string) {
  const { admin, student } = people
  if (!name.startsWith("premises") || !admin) return {}
  const joins = [
    "premises.invitation",
    "premises.join",
    "premisesDesk.renewJoinLink",
    "premisesDesk.removePerson",
  ]
  const accepted =
    joins.includes(name) ||
    ["premises.invoice", "premisesDesk.makeBatch", "premisesDesk.recordPayment"].includes(name) ||
    name === "premisesDesk.cancelInvoice"
  const later = {
    "premisesDesk.sendQuote": "new",
    "premisesDesk.approveCancellation": "to-cancel",
    "premisesDesk.keepInvoice": "to-cancel",
    "premisesDesk.reversePayment": "to-cancel",
    "premisesDesk.writeOffRemainder": "rest-left",
    "premisesDesk.recordExcessReturn": "too-much",
    "premisesDesk.recordReturn": "cancelled",
    "premisesDesk.correctReturn": "returned",
    "premises.creditNote": "cancelled",
  } as const
  const stage = later[name as keyof typeof later] ?? (accepted ? "accepted" : "quoted")
  const made = await premisesFor(product.ctx, admin, stage)
  if (!joins.includes(name)) return made
  await invitedTo(product.ctx, made, classId)
  return { ...made, code: made.token, user_id: student?.user_id }
}

async function checkedIn(class_id: string, { user_id }: SignedIn): Promise<void> {
  const at = new Date()
  await product.ctx.db
    .insert(checkIns)
    .values({ class_id, student_id: user_id, way: "gate", at, made_by: user_id })
}

/** A child in the hall who is not on its list, which the instructor added. */
async function childIn({ id: class_id, instructor_id: coach_id }: { id: string; instructor_id: string }) {
  const [child_id, at] = [randomUUID(), new Date()]
  await product.ctx.db.insert(unexpectedChildren).values({
    ...{ id: child_id, class_id, coach_id, device_id: randomUUID(), name: "Rohan" },
    ...{ device_time: at, made_at: at, received_at: at, clock_offset_ms: 0 },
  })
  return child_id
}

/** Another guardian of the student that a procedure is about, and an open invitation; and no link's token. */
async function furtherGuardianIn(name: string, user_id: string, student: SignedIn) {
  if (name.startsWith("guardians.") && name.includes("nvit")) {
    const invitation_id = await invitationFor(product.ctx, student.user_id, student.user_id)
    return { token: "made-up-link", invitation_id }
  }
  if (!/guardian/i.test(name)) return {}
  const staff = name.startsWith("people.")
  const child = staff ? { ...student, user_id } : student
  if (staff && !ABOUT_STUDENTS.includes(name)) return {}
  // Confirming asks for whom the student names.
  if (/^people\.(confirm|forget)Guardian$/.test(name)) return {}
  const { user_id: guardian_id } = await createFurtherGuardian(product.ctx, child, ["see"])
  return { guardian_id, invitation_id: await invitationFor(product.ctx, child.user_id, guardian_id) }
}

/** An order that the guardian made for the student, with a refund that the provider refused. */
async function orderIn(name: string, student: SignedIn) {
  if (!/^orders\.|^upi\.claim$|^payments\.(order|returned|refundTerms|askRefund)$/.test(name))
    return { order_number: randomUUID() }
  const order_number = await orderFor(product.ctx, programId, student, { buyer: people.guardian })
  return name.startsWith("orders.")
    ? {
        ...{ order_number, refund_id: await refusedRefundOf(product.ctx, order_number) },
        refund_request_id: await refundRequestOf(product.ctx, order_number),
      }
    : { order_number }
}

/** A list that made nothing, written just now. */
async function importBy(admin: SignedIn | null): Promise<string> {
  const id = randomUUID()
  const row = { id, kind: "students", made_by: admin?.user_id ?? id, made_at: new Date() }
  await product.ctx.db.insert(imports).values({ ...row, created: 0, made: {} })
  return id
}

/** A file of the program, in which the student is enrolled. */
async function materialFor(student: SignedIn): Promise<string> {
  const { ctx } = product
  const { admin } = people
  if (!admin) throw new Error("material needs somebody who uploads it")
  // Others may have enrolled in the cells of that procedure.
  await ctx.db.delete(enrollments).where(eq(enrollments.course_id, programId))
  await ctx.db
    .insert(enrollments)
    .values({ id: randomUUID(), course_id: programId, student_id: student.user_id })
    .onConflictDoNothing()
  const file = new File(["notes"], "notes.txt")
  const draft = { course_id: programId, id: randomUUID(), title: "Notes", file }
  return (await addMaterial({ ...ctx, viewer: admin }, draft)).id
}

/** A video lesson of the program, which the instructor looks after and the student alone is enrolled in. */
async function lessonIn(name: string, instructor: SignedIn, student: SignedIn) {
  const { ctx } = product
  await ctx.db.delete(enrollments).where(eq(enrollments.course_id, programId))
  await enrolIn(ctx, programId, student)
  await teachProgram(ctx, programId, instructor)
  return lessonFor(ctx, programId, name)
}

async function newcomerIn(classId: string): Promise<SignedIn> {
  const newcomer = await createStudent(product.ctx, { first_name: CHILD_NAME })
  await seat(product.ctx, classId, newcomer)
  return newcomer
}

/** A notice of the kind that a procedure is about. */
async function noticeIn(name: string, classId: string, student: SignedIn): Promise<string> {
  if (name === "notifications.open") return noticeFor(product.ctx, student)
  return /otice|^sms\./.test(name) ? heldNotice(product.ctx, classId, student) : randomUUID()
}

/** An absence whose notice has a link, and the medical proof for it that waits for staff. */
async function proofFor(class_id: string, { user_id: student_id }: SignedIn): Promise<{ token: string }> {
  const { ctx } = product
  const now = new Date()
  const started_at = new Date(now.getTime() - HOUR)
  const [held] = await ctx.db
    .update(scheduledClasses)
    .set({ status: "completed", started_at, ended_at: now })
    .where(eq(scheduledClasses.id, class_id))
    .returning()
  await ctx.db.insert(attendanceVerdicts).values({
    ...{ class_id, student_id, verdict: "absent", reasons: [{ kind: "never-came" }], rule: 2 },
    ...{ present_seconds: 0, minimum_seconds: 600, settled_at: now },
  })
  await ctx.db.insert(medicalProofs).values({ class_id, student_id, state: "waiting", sent_at: now })
  if (held) await openAnswers(ctx, held, new Map([["+919123400001", [student_id]]]))
  return { token: answerToken(ctx, class_id, "+919123400001") }
}

/** A message, an open poll and a file in the room of a live class. */
async function boardFor(class_id: string, student: SignedIn, instructor: SignedIn) {
  const { ctx } = product
  const as = (viewer: SignedIn) => ({ ...ctx, viewer })
  const [message_id, poll_id, file_id] = [randomUUID(), randomUUID(), randomUUID()]
  const [deck_id, picture_id] = [randomUUID(), randomUUID()]
  await ctx.db.insert(roomMessages).values({
    ...{ id: message_id, class_id, sender_id: student.user_id, by_staff: false },
    ...{ body: "Hello", seq: 1_000, revision: 1_000, created_at: new Date() },
  })
  await createPoll(as(instructor), {
    ...{ class_id, id: poll_id, question: "Ready?", options: ["Yes", "No"] },
    ...{ is_multiple: false, may_change: true, open: true },
  })
  await shareFile(as(instructor), { class_id, id: file_id, file: new File(["notes"], "notes.txt") })
  await ctx.db.insert(slideDecks).values({
    ...{ id: deck_id, class_id, added_by: instructor.user_id, name: "notes.pdf", kind: "pdf", size_bytes: 9 },
    ...{ status: "ready", page_count: 1, pages: [{ width: 9, height: 9, text: "" }], reached: 0 },
    created_at: new Date(),
  })
  for (const size of ["small", "large"] as const)
    await ctx.files.put(keyOfSlide(deck_id, 0, size), Buffer.from("RIFF"), "image/webp")
  await ctx.db.insert(whiteboardPictures).values({
    ...{ id: picture_id, class_id, added_by: instructor.user_id, width: 9, height: 9, size_bytes: 9 },
    created_at: new Date(),
  })
  return { message_id, poll_id, file_id, deck_id, picture_id, page: "0", person_id: student.user_id }
}

/** A time that the instructor offers right after a class. */
async function offerTo(ctx: Ctx, instructor: SignedIn, before: { ends_at: Date }): Promise<string> {
  const zone = ctx.env.TIME_ZONE
  const ends_at = new Date(before.ends_at.getTime() + HOUR)
  const [slot] = await ctx.db
    .insert(oneOnOneSlots)
    .values({
      id: randomUUID(),
      instructor_id: instructor.user_id,
      subject: "Mathematics",
      scheduled_date: dateInZone(before.ends_at, zone),
      start_time: timeInZone(before.ends_at, zone),
      end_time: timeInZone(ends_at, zone),
      starts_at: before.ends_at,
      ends_at,
      created_at: ctx.clock.now(),
    })
    .returning({ id: oneOnOneSlots.id })
  return slot?.id ?? ""
}

/** Frees the present hour of the instructor, for classes of one instructor may not overlap. */
async function endEverything(instructor: SignedIn): Promise<void> {
  await product.runtime.pool.query(
    "update scheduled_classes set status = 'cancelled' where instructor_id = $1 and status in ('scheduled', 'live') and starts_at < now() + interval '1 hour'",
    [instructor.user_id],
  )
}

const GUARDIAN_DRAFT = { name: "Kamala Rao", to: "91234 00088", rights: ["see"], language: "en" }
const IMPORT = "email,first_name,last_name\nila@academy.example,Ila,Bose"
const COURSE = { title: "Tabla for beginners", instructor: "Zakir Khan", curriculum: "General" }

function draft() {
  turn += 1
  const day = new Date(Date.now() + turn * 24 * HOUR).toISOString().slice(0, 10)
  return {
    title: "Algebra",
    subject: "Mathematics",
    scheduled_date: day,
    start_time: "10:00",
    end_time: "11:00",
    max_capacity: 20,
  }
}

const SMS_DRAFT = {
  kind: "code",
  language: "en",
  template_id: "1107123456789012345",
  body: "{#numeric#} is your code",
  variables: ["code"],
  variable_length: 30,
}

function bodyFor(name: string, persona: Persona, world: World): unknown {
  const person = {
    first_name: "Ila",
    last_name: "Bose",
    email: `${randomUUID()}@example.com`,
    password: "long enough words",
    phone: "9876543210",
    date_of_birth: "2001-04-12",
  }
  const atGate = { student_id: world.student_id, class_id: world.class_id }
  const bodies: Record<string, unknown> = {
    "accounts.signUpStudent": { ...person, terms: true },
    "accounts.signUpInstructor": person,
    "accounts.completeStudentProfile": { ...person, terms: true },
    "accounts.completeInstructorProfile": person,
    "accounts.signIn": { email: "nobody@example.com", password: "not the password" },
    "accounts.requestCode": { email: "nobody@example.com" },
    "accounts.signInByCode": { request: randomUUID(), code: "000000" },
    "accounts.requestPasswordReset": { email: `${randomUUID()}@example.com` },
    "accounts.checkPasswordReset": { request: randomUUID(), secret: "none" },
    "accounts.resetPassword": { request: randomUUID(), secret: "none", password: person.password },
    "accounts.confirmEmail": { request: randomUUID(), secret: "none" },
    "accounts.signInDemoPerson": { email: "nobody@example.com" },
    "account.update": { first_name: people[persona]?.first_name ?? "Ila", last_name: "Bose" },
    "account.updateContacts": { parent_name: "Mita Bose", parent_phone: "9123400009" },
    "account.updatePreferences": { language: "hi" },
    "account.changeEmail": { email: person.email },
    "account.confirmEmail": { email: person.email, code: "000000" },
    "account.changePassword": { current_password: "not the password", new_password: "three random words" },
    "account.confirmTwoStep": { code: "000000" },
    "account.renewRecoveryCodes": { code: "000000" },
    "account.stopTwoStep": { code: "000000" },
    "account.finishSignIn": { code: "000000" },
    "account.setConsent": { given: true, notice_version: 1 },
    "accounts.readInvitation": { request: randomUUID(), secret: "none" },
    "accounts.acceptInvitation": {
      ...{ request: randomUUID(), secret: "none", password: person.password, terms: true },
    },
    "people.invite": { ...person, how: "link" },
    "people.invitePerson": { how: "link" },
    "admin.previewImport": { kind: "instructors", text: IMPORT },
    "admin.confirmImport": { kind: "instructors", text: IMPORT },
    "people.changeRole": { role: "student" },
    "people.disable": { reason: "Left the academy" },
    "people.recordPaper": {
      ...{ paper_reference: "Folder 1, sheet 1", known_seen: "own_records", purposes: ["live_classes"] },
    },
    "people.confirmGuardian": { known_how: "in_person", known_seen: "met_before" },
    "people.setDateOfBirth": { date_of_birth: "2015-04-12" },
    "people.correctStudent": { first_name: "Ila" },
    "people.correctGuardian": { parent_name: "Sunita Rao" },
    "people.correctEmail": { email: `${randomUUID()}@demo.kaksha.example` },
    // Refused for what it says, so that the undated student stays one.
    "account.giveDateOfBirth": { date_of_birth: "2999-01-01" },
    "guardians.requestCode": { phone: "91234 00099" },
    "guardians.signIn": { phone: "91234 00099", code: "000000" },
    "guardians.answerForChild": { mine: true },
    "guardians.setConsent": { given: true, notice_version: 1 },
    "guardians.invite": GUARDIAN_DRAFT,
    "guardians.setRights": { rights: ["see"] },
    "guardians.requestInvitedCode": {},
    "guardians.acceptInvitation": { request: randomUUID(), code: "000000" },
    "people.inviteGuardian": GUARDIAN_DRAFT,
    "people.setGuardianRights": { rights: ["see"] },
    "guardians.updateChild": { grade: "9" },
    "guardians.eraseChild": { code: "000000" },
    "classes.schedule":
      persona === "admin" ? { ...draft(), instructor_id: people.instructor?.user_id } : draft(),
    "classes.update": draft(),
    "classes.cancel": { reason: "The hall is flooded" },
    "classes.substitute": { instructor_id: people.otherInstructor?.user_id },
    "classes.answerDemoRequest": { status: "approved" },
    "classes.recordCallback": { outcome: "reached" },
    "oneOnOne.offer": {
      subject: "Mathematics",
      scheduled_date: draft().scheduled_date,
      start_time: "20:00",
      end_time: "20:30",
      ...(persona === "admin" && { instructor_id: people.instructor?.user_id }),
    },
    "rooms.join": { device_id: "device-1" },
    "rooms.report": { device_id: "device-1", stay_id: randomUUID() },
    "rooms.setPolicy": { microphones: false },
    "rooms.setAllowance": { microphone: true },
    "rooms.setHand": { raised: true },
    "rooms.sendMessage": { id: randomUUID(), body: "Good morning" },
    "rooms.createPoll": { id: randomUUID(), question: "Ready?", options: ["Yes", "No"] },
    "rooms.changePoll": { status: "closed" },
    "rooms.vote": { choices: [0] },
    "rooms.formulas": { formulas: ["x^2"] },
    "payments.createOrder": {
      ...{ state: "29", ...(/uardian$/.test(persona) && { student_id: world.student_id }) },
    },
    "classes.setBatch": { batch_id: null },
    "premises.enquire": anEnquiry(),
    "premises.accept": { accepted_by: "Asha Rao" },
    "premises.decline": { reason: "Too dear" },
    "premisesDesk.sendQuote": aQuote(),
    "premisesDesk.makeBatch": {
      ...{ first_on: `20${30 + (turn % 60)}-01-07`, weekdays: [1], start_time: "10:00", end_time: "11:00" },
      ...{ weeks: 1, capacity: 20, instructor_id: people.instructor?.user_id },
    },
    "premisesDesk.recordPayment": {
      ...{ reference: randomUUID(), amount_rupees: 100, received_on: "2026-11-01" },
    },
    "premisesDesk.cancelInvoice": { reason: "Billed twice" },
    "premisesDesk.writeOffRemainder": { amount_paise: REST_PAISE },
    "premisesDesk.recordExcessReturn": { reference: randomUUID(), returned_on: "2026-11-01" },
    "premisesDesk.recordReturn": { reference: randomUUID(), returned_on: "2026-11-01" },
    "premisesDesk.correctReturn": { reference: randomUUID() },
    "shop.putInBasket": {
      ...{ size_id: "size_id" in world ? world.size_id : "", quantity: 0 },
      ...(/uardian$/.test(persona) && { student_id: world.student_id }),
    },
    "shop.order": {
      ...{ way: "pickup", centre: "Jayanagar", state: "29", name: "Sunita Rao", phone: "9845012345" },
    },
    "shop.askParent": { size_id: "size_id" in world ? world.size_id : "" },
    "shop.askReturn": {
      ...{ return_id: randomUUID(), line_id: "line_id" in world ? world.line_id : "" },
      ...{ quantity: 1, reason: "faulty" },
    },
    "shopDesk.advance": { order_numbers: [randomUUID()], to: "packed" },
    "shopDesk.stepBack": { from: "delivered" },
    "shopDesk.decideReturn": { accepts: true },
    "shopDesk.receiveReturn": { restocked: true },
    "shopDesk.saveItem": {
      ...{ title: "Kit", title_hi: "किट", image: "/images/shop/welcome-kit.svg", supplies: ["bag"] },
      ...{ offered: false, sizes: [] },
    },
    "shopDesk.moveStock": { shown: 10, free: 11 },
    "bills.enterSupplier": {
      ...{ valid_from: "2026-04-01", name: "Kaksha LLP", address: "Bengaluru", state: "29" },
      ...{ registration: "unregistered", prefix: "KA" },
    },
    "payments.askRefund": { refund_paise: 100 },
    "orders.refund": {
      request_id: randomUUID(),
      amount_paise: 100,
      note: "Moved away",
      ends_enrolment: false,
    },
    "orders.declineRefund": { reason: "The class took place" },
    "money.journal": { first: "2026-11-01", last: "2026-11-30" },
    "money.issuers": { first: "2026-11-01", last: "2026-11-30" },
    "money.gstr1": { first: "2026-11-01", last: "2026-11-30" },
    "money.movements": { month: "2026-11", direction: "in" },
    "bank.matchLine": { order_number: "K-NONE" },
    "bank.setAside": { reason: "own-money" },
    "orders.settleRefund": { how: "payout", reference: "UTR123456" },
    "orders.correctReference": { reference: "UTR123456" },
    "payments.returned": { payment_id: "pay_1", signature: "00" },
    "upi.claim": { utr: "630912345678" },
    "upi.approve": { amount_paise: 100 },
    "upi.decline": { reason: "not-arrived" },
    "upi.record": { order_number: "K-NONE", utr: "630912345678", amount_paise: 100 },
    "upi.previewStatement": { text: "Date,Narration,Credit" },
    "upi.importStatement": {
      ...{ text: "Date,Narration,Credit", columns: { date: 0, texts: [1], amount: 2, direction: null } },
    },
    "attendance.sync": { coach_id: people[persona]?.user_id, device_id: randomUUID() },
    "attendance.decideChild": { student_id: null },
    "attendance.checkIn": { code: "000000" },
    "attendance.readGate": { code: world.code },
    "attendance.checkInAtGate": { ...atGate, code: world.code },
    "attendance.signOut": { ...atGate, to: { name: "Kamala Rao" } },
    "attendance.addCollector": { name: "Kamala Rao" },
    "attendance.mark": { verdict: "present" },
    "attendance.makeUp": { student_id: world.student_id, class_id: world.class_id },
    "sms.setIdentity": { entity_id: "1001234567890123456", header: "KAKSHA", links: [], numbers: [] },
    "sms.preview": {
      ...{ ...SMS_DRAFT, kind: "absence", body: "{#alphanumeric#} was absent" },
      variables: ["studentName"],
    },
    "sms.setTemplate": SMS_DRAFT,
    "attendance.decideProof": { decision: "accept", remark: "a note" },
    "attendance.answer": { student_id: world.student_id, answer: "ill" },
    "attendance.decideNotice": { decision: "send" },
    "recordings.start": { recording_id: randomUUID(), mime_type: "video/webm" },
    "recordings.tell": { paused: true },
    "recordings.finish": { bytes: 0 },
    "recordings.change": { title: "Fractions again" },
    "recordings.watched": { position_seconds: 10, watched_seconds: 5 },
    "recordings.addChapter": { chapter_id: randomUUID(), at_seconds: 3, title: "Halves" },
    "notifications.setPreferences": {
      language: "en",
      topics: Object.fromEntries(NOTICE_TOPICS.map((topic) => [topic, { email: true, sms: false }])),
    },
    "admin.changeSettings": { values: { class_grace_minutes: 12 } },
    "lessons.watched": { position_seconds: 3, seen: [[0, 3]] },
    "lessons.add": { id: randomUUID(), title: "Arrows", ...newVideo() },
    "lessons.replace": newVideo(),
    "lessons.rename": { title: "Arrows again" },
    "lessons.order": { lesson_ids: [] },
    "programs.create": COURSE,
    "programs.archiveSamples": { course_ids: [randomUUID()] },
    "programs.edit": { ...COURSE, title: `Course ${turn}` },
    "admin.dismissChecklist": { dismissed: true },
    "notifications.addPushDevice": {
      endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
      p256dh: `B${"A".repeat(86)}`,
      auth: "A".repeat(22),
    },
    "notifications.removePushDevice": { endpoint: "https://fcm.googleapis.com/fcm/send/none" },
    "notifications.decideRestoredCopy": { copy_id: randomUUID(), decision: "drop" },
    "notifications.unsubscribe": { token: "made.up.link" },
    "content.sendContactMessage": {
      ...{ name: "Ila Bose", email: person.email, topic: "other", message: "When does it begin?" },
    },
    "content.subscribe": { email: person.email },
    "content.confirmSubscription": { token: "made.up.link" },
    "content.endSubscription": { key: "made-up-key" },
    "rooms.showSlides": { deck_id: "deck_id" in world ? world.deck_id : null, page: 0 },
    "rooms.noteSlide": { note: "Ask Kabir first" },
    "rooms.linkSlide": { size: "small" },
    "rooms.linkPicture": { size: "small" },
    "attendance.recordVoice": { student_id: world.student_id, level: 70 },
  }
  return bodies[name] ?? {}
}

const newVideo = () => ({
  ...{ upload_id: randomUUID(), file_name: "arrows.mp4", file_size: 65_287, file_kind: "mp4" },
})

// Signing out ends the session that the next cells use, and so does signing in as another person.
const ENDS_SESSION = ["accounts.signOut", "accounts.signUpStudent", "accounts.signUpInstructor"]
/** Files go as forms. */
const FORMS: Record<string, (world: { student_id: string }) => Record<string, string | File>> = {
  "rooms.shareFile": () => ({ id: randomUUID(), file: new File(["notes"], "notes.txt") }),
  "rooms.addPicture": () => ({
    id: randomUUID(),
    file: new File([new Uint8Array(halfBlue())], "half.png"),
  }),
  "rooms.addSlides": () => ({ id: randomUUID(), file: new File(["%PDF-1.7"], "slides.pdf") }),
  "recordings.setCaptions": () => ({
    file: new File(["WEBVTT\n\n00:01.000 --> 00:02.000\nHello"], "words.vtt"),
  }),
  "programs.addMaterial": () => ({ id: randomUUID(), file: new File(["notes"], "notes.txt") }),
  "attendance.sendProof": ({ student_id }) => ({ student_id, file: new File(["%PDF-1.7"], "note.pdf") }),
  "guardians.sendProof": () => ({ file: new File(["%PDF-1.7"], "note.pdf") }),
  "attendance.recordSnapshot": ({ student_id }) => ({ student_id, image: new File(["\u00ff"], "still.jpg") }),
}

async function sendForm(
  persona: Persona,
  path: string,
  fields: Record<string, string | File>,
): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const person = people[persona]
  const headers: Record<string, string> = person ? { cookie: await product.cookieOf(person) } : {}
  return fetch(`${product.address}/api/v1${path}`, { method: "POST", headers, body })
}

type World = Awaited<ReturnType<typeof worldFor>>

async function tryAs(procedure: Procedure, persona: Persona, world: World): Promise<Response> {
  // Every cell comes from the same address: what limits that is proved elsewhere.
  await product.runtime.pool.query("delete from rate_limits")
  let path = procedure.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    key === "slug" ? SLUG : (world[key as keyof typeof world] ?? randomUUID()),
  )
  if (["people.list", "admin.students"].includes(procedure.name)) path += `?q=${CHILD_NAME}`
  if (procedure.name === "classes.timetable") path += "?from=2026-11-20"
  if (procedure.name === "pickups.list") path += `?date=${world.date}`
  if (procedure.name === "events.subscribe") path += "?topics=classes"
  if (procedure.name === "rooms.listMessages") path += "?before=9"
  const bare = procedure.method === "GET" || procedure.method === "DELETE"
  const person = ENDS_SESSION.includes(procedure.name) ? null : people[persona]
  const form = FORMS[procedure.name]
  if (form) return sendForm(persona, path, form(world))
  return product.call(
    person,
    procedure.method,
    `/api/v1${path}`,
    bare ? undefined : bodyFor(procedure.name, persona, world),
  )
}

/** Without a video server these return 503 to everyone who is allowed. */
const NEEDS_VIDEO = new Set(["rooms.join", "rooms.mute", "rooms.check"])

// These check credentials only: for everyone, wrong ones are refused with this code.
const CHECKS_CREDENTIALS: Record<string, string> = {
  "accounts.signIn": "INVALID_CREDENTIALS",
  "accounts.signInByCode": "CODE_INVALID",
  "account.finishSignIn": "SIGN_IN_EXPIRED",
  "guardians.signIn": "CODE_WRONG",
  "accounts.signInDemoPerson": "NOT_FOUND",
}

/** Being asked for one's own password or code again means that the policy has passed. */
const ASKED_AGAIN = new Set(["PASSWORD_WRONG", "CODE_WRONG"])

async function isRefused(answer: Response, see: (body: string) => void): Promise<boolean> {
  if (![401, 403, 404].includes(answer.status)) {
    if (/json/.test(answer.headers.get("content-type") ?? "")) see(await answer.text())
    else await answer.body?.cancel()
    return false
  }
  return !ASKED_AGAIN.has(((await answer.json()) as { code: string }).code)
}

const STAFF: readonly Persona[] = ["instructor", "otherInstructor", "office", "admin"]
/** Views whose responses don't name the child in this world, and why. */
const SHOWN_ELSEWHERE: Record<string, string> = {
  "recordings.play": "a link to the file, in which the child may be heard",
  "recordings.download": "the same",
  "attendance.notices": "it names the parent who was told",
  "people.guardians": "it names the child's guardians",
  "recordings.viewers": "nobody watched here",
  "attendance.month": "no class was held in the month",
  "attendance.snapshots": "no picture was taken",
  "money.overview": "no membership ends soon",
  "money.ending": "the same",
  "money.movements": "nothing was paid",
  "shopDesk.packingList": "nothing is to be packed",
  "shopDesk.stepBack": "no stage was set",
  "attendance.listStillHere": "the child is old enough to leave alone",
}
/** What staff were answered with the child in it, by procedure. */
const shown = new Map<string, string>()

/** Records responses that show the child to staff: its unique name, the guardian's number, or the id. */
function noteShown(name: string, persona: Persona, body: string): void {
  const told = [CHILD_NAME, "+919123400001", people.student?.user_id ?? ""]
  if (STAFF.includes(persona) && told.some((one) => body.includes(one))) shown.set(name, body)
}

async function expectRefusalForAll(procedure: Procedure, code: string): Promise<void> {
  const world = await worldFor(procedure.name)
  for (const persona of PERSONAS) {
    const answer = (await (await tryAs(procedure, persona, world)).json()) as { code: string }
    expect(answer.code, `${procedure.name} as ${persona}`).toBe(code)
  }
}

describe("authorisation matrix", () => {
  test("every procedure of the contract has its row, and no row is about nothing", () => {
    expect(Object.keys(allowed).sort()).toEqual(procedures.map((procedure) => procedure.name).sort())
  })

  for (const procedure of procedures) {
    test(`D1 ${procedure.name} lets in exactly those whom its row lists`, async () => {
      const code = CHECKS_CREDENTIALS[procedure.name]
      if (code) return expectRefusalForAll(procedure, code)
      const letIn: Persona[] = []
      // A call that is refused or only reads leaves the world unchanged, so it is used again.
      let world: World | null = null
      for (const persona of PERSONAS) {
        world ??= await worldFor(procedure.name)
        const answer = await tryAs(procedure, persona, world)
        expect(answer.status, `${procedure.name} as ${persona}`).toBeLessThan(
          500 + Number(NEEDS_VIDEO.has(procedure.name)) * 4,
        )
        if (await isRefused(answer, (body) => noteShown(procedure.name, persona, body))) continue
        letIn.push(persona)
        if (procedure.method !== "GET") world = null
      }
      expect(letIn).toEqual(PERSONAS.filter((persona) => allowed[procedure.name]?.includes(persona)))
    })
  }

  test("LAW-03 whatever showed staff the child is a view that is logged with the child in it, or has its reason", async () => {
    expect([...shown.keys()].filter((name) => !(name in VIEWS) && !(name in OTHERWISE))).toEqual([])
    expect(Object.keys(VIEWS).filter((name) => !shown.has(name) && !(name in SHOWN_ELSEWHERE))).toEqual([])
    const asked = { student_id: people.student?.user_id, recording_id: randomUUID() }
    for (const [name, body] of shown) {
      const seen = VIEWS[name]?.of(JSON.parse(body), asked) ?? "everyone"
      const ids = seen === "everyone" || "recording_id" in seen ? [name] : Object.values(seen).flat()
      expect(ids, name).not.toEqual([])
    }
  })
})
