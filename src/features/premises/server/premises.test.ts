import { and, eq, inArray } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { personalData } from "#app/personal-data.ts"
import type { PremisesEnquiry } from "#contract/premises/premises.ts"
import type { QuoteDraft } from "#contract/premises/quotes.ts"
import { user } from "#features/accounts/server/table.ts"
import { getClass } from "#features/classes/server/class-view.ts"
import { requestDemo } from "#features/classes/server/demos/demo-requests.ts"
import { listAllClasses } from "#features/classes/server/list-classes.ts"
import { classNoticeJobs } from "#features/classes/server/notices/notice-jobs.ts"
import { confirmSeats } from "#features/classes/server/notices/reminders.ts"
import { updateClass } from "#features/classes/server/schedule/reschedule.ts"
import { enrolInBatch, listBatches } from "#features/classes/server/seats/batches.ts"
import { placeInProgram, placeProgramIn } from "#features/classes/server/seats/program-seats.ts"
import { joinWaitlist } from "#features/classes/server/seats/waitlist.ts"
import { enrol } from "#features/classes/server/seats.ts"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import { listMyNotices } from "#features/notifications/server/person-notices.ts"
import { notices } from "#features/notifications/server/table.ts"
import { readBill } from "#features/payments/server/bills/list.ts"
import { enterSupplier } from "#features/payments/server/bills/suppliers.ts"
import { bills } from "#features/payments/server/bills/table.ts"
import { invoicePayments } from "#features/payments/server/invoices/table.ts"
import { readGstr1, readJournal } from "#features/payments/server/money/exports.ts"
import { listMoney } from "#features/payments/server/money/movements.ts"
import { readMoney } from "#features/payments/server/money/overview.ts"
import { enrollments } from "#features/programs/server/table.ts"
import type { Ctx, SignedIn, SignedInCtx } from "#platform/context.ts"
import type { Mail, MailBody } from "#platform/mail/port.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { wordsOfPdf } from "#tests/pdf-words.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { anEnquiry, aQuote } from "#tests/premises.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { refusalOf, testSales } from "#tests/sales.ts"
import { acceptQuote, declineQuote, readOffered, readOfferedInvoice } from "./answers.ts"
import { makeBatch } from "./batch.ts"
import { dropOldEnquiries, ENQUIRIES_PER_HOUR, keepEnquiry, listEnquiries } from "./enquiries.ts"
import { premisesJobs } from "./jobs.ts"
import { joinBatch, readInvitation } from "./joining.ts"
import { recordPayment } from "./payments.ts"
import { removePerson, renewJoinLink } from "./people.ts"
import { closeEnquiry, readEnquiry, resendQuote, sendQuote } from "./quotes.ts"
import { premisesEnquiries, premisesQuotes } from "./table.ts"

const sales = testSales()
const SELLER = "29AAGCB7383J1Z4"
const BUYER = "27AAPFU0939F1ZV"
let [office, colleague] = [] as unknown as [SignedInCtx, SignedInCtx]
let coach: SignedIn

beforeAll(async () => {
  const { ctx } = sales.world
  office = sales.world.as(await createAdmin(ctx))
  colleague = sales.world.as(await createAdmin(ctx))
  coach = await createInstructor(ctx)
  await enterSupplier(office, {
    ...{ valid_from: "2026-04-01", name: "Nritya Academy LLP", address: "14 MG Road\nBengaluru 560001" },
    ...{ state: "29", registration: "regular", gstin: SELLER, prefix: "NA" },
  })
})

async function enquired(over: Partial<PremisesEnquiry> = {}): Promise<string> {
  const enquiry = anEnquiry(over)
  await keepEnquiry(sales.world.ctx, enquiry)
  const [row] = await sales.world.ctx.db
    .select()
    .from(premisesEnquiries)
    .where(eq(premisesEnquiries.organisation, enquiry.organisation))
  return row?.id ?? ""
}

const TOTAL = 8 * 2_500_00 + 1_999_99

async function mailsTo(kind: string, cause?: string): Promise<MailBody[]> {
  const rows = await sales.world.ctx.db
    .select()
    .from(notices)
    .where(and(eq(notices.kind, kind), cause ? eq(notices.cause_id, cause) : undefined))
    .orderBy(notices.created_at, notices.id)
  return rows.map(({ mail }) => mail as MailBody)
}

async function tokenOf(quoteId: string): Promise<string> {
  const [row] = await sales.world.ctx.db.select().from(premisesQuotes).where(eq(premisesQuotes.id, quoteId))
  const [mail] = await mailsTo("premises-quote", row?.mail_id ?? "")
  return new URL(mail?.button?.url ?? "").pathname.split("/").at(-1) ?? ""
}

async function quoted(over: Partial<QuoteDraft> = {}, of: Partial<PremisesEnquiry> = {}) {
  const enquiry_id = await enquired(of)
  const { quote_id, ...rest } = aQuote(over)
  await sendQuote(office, { enquiry_id, quote_id, ...rest })
  return { enquiry_id, quote_id, token: await tokenOf(quote_id) }
}

const ACCEPTED = { accepted_by: "Asha Rao", gstin: BUYER, business_address: "1 Fort\nMumbai 400001" }
const billsOfPremises = () => sales.world.ctx.db.select().from(bills)
const classesAt = (organisation: string) =>
  sales.world.ctx.db.select().from(scheduledClasses).where(eq(scheduledClasses.venue_name, organisation))

test("PAY-09 an enquiry posted twice, also at once, is one, and the office is told once", async () => {
  const enquiry = anEnquiry({ activity: "Learn to swim" })
  await Promise.all([1, 2, 3].map(() => keepEnquiry(sales.world.ctx, enquiry)))
  sales.world.clock.advance(2 * HOUR)
  await keepEnquiry(sales.world.ctx, enquiry)
  const rows = await sales.world.ctx.db
    .select()
    .from(premisesEnquiries)
    .where(eq(premisesEnquiries.email, enquiry.email))
  expect(rows).toMatchObject([{ phone: "+919845012345", pin: "560025", state: "new", message: null }])
  const mails = await mailsTo("premises-enquiry", rows[0]?.id)
  expect(mails).toMatchObject([{ replyTo: { address: enquiry.email } }])
  // Another wish of the same sender is another enquiry.
  await keepEnquiry(sales.world.ctx, { ...enquiry, people: 31 })
  expect(await sales.world.ctx.db.$count(premisesEnquiries, eq(premisesEnquiries.email, enquiry.email))).toBe(
    2,
  )
})

test("PAY-09 one sender can't flood the office, and what is typed wrong is told at its field", async () => {
  const { ctx } = sales.world
  const first = anEnquiry()
  expect(await refusalOf(keepEnquiry(ctx, { ...first, phone: "12345", pin: "012345" }))).toEqual({
    phone: "PHONE_INVALID",
    pin: "PIN_INVALID",
  })
  const tries = Array.from({ length: ENQUIRIES_PER_HOUR + 2 }, (_, at) =>
    refusalOf(keepEnquiry(ctx, { ...first, people: at + 1 })),
  )
  const outcomes = await Promise.all(tries)
  expect(outcomes.filter((one) => one === "done")).toHaveLength(ENQUIRIES_PER_HOUR)
  expect(outcomes.filter((one) => one === "TOO_MANY_REQUESTS")).toHaveLength(2)
  sales.world.clock.advance(HOUR + 1)
  expect(await refusalOf(keepEnquiry(ctx, { ...first, people: 90 }))).toBe("done")
})

test("PAY-09 a quote has a number of its own, its price with GST, and a link of which only a hash is kept", async () => {
  const { enquiry_id, quote_id, token } = await quoted()
  const { quotes, state } = await readEnquiry(office, enquiry_id)
  expect(state).toBe("quoted")
  expect(quotes).toMatchObject([
    {
      ...{ id: quote_id, state: "sent", expired: false, total_paise: TOTAL, place: "29" },
      number: expect.stringMatching(/^NA\/2627\/Q\d+$/),
      buyer: { gstin: null, state: "29" },
      supplier: { gstin: SELLER, name: "Nritya Academy LLP" },
    },
  ])
  const [first] = quotes[0]?.lines ?? []
  // 20,000 rupees with 18 %.
  expect(first).toMatchObject({ rate: 1800, taxable_paise: 16_949_15, cgst_paise: 1_525_42, igst_paise: 0 })
  const [row] = await sales.world.ctx.db.select().from(premisesQuotes).where(eq(premisesQuotes.id, quote_id))
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(row)).not.toContain(token)
  expect((await readOffered(sales.world.ctx, token)).quote.id).toBe(quote_id)
  expect(await refusalOf(readOffered(sales.world.ctx, `${token.slice(0, -1)}!`))).toBe("NOT_FOUND")
})

test("PAY-09 of two colleagues who quote at once one does, and the same form twice is one quote", async () => {
  const enquiry_id = await enquired()
  const mine = aQuote()
  const outcomes = await Promise.all([
    refusalOf(sendQuote(office, { enquiry_id, ...mine })),
    refusalOf(sendQuote(office, { enquiry_id, ...mine })),
    refusalOf(sendQuote(colleague, { enquiry_id, ...aQuote({ title: "Another" }) })),
  ])
  const { quotes } = await readEnquiry(office, enquiry_id)
  expect(quotes).toHaveLength(1)
  const mineWon = quotes[0]?.id === mine.quote_id
  expect(outcomes.filter((one) => one === "done")).toHaveLength(mineWon ? 2 : 1)
  expect(outcomes.filter((one) => one === "ENQUIRY_CHANGED")).toHaveLength(mineWon ? 1 : 2)
  // Who saw the first one can send another, whose number follows and which takes the place of the first.
  const next = aQuote({ after_quote_id: quotes[0]?.id })
  const after = await sendQuote(colleague, { enquiry_id, ...next })
  expect(after.quotes.map(({ state }) => state)).toEqual(["sent", "withdrawn"])
  const token = await tokenOf(quotes[0]?.id ?? "")
  expect(await refusalOf(acceptQuote(sales.world.ctx, { token, ...ACCEPTED }))).toBe("QUOTE_ANSWERED")
  const all = await sales.world.ctx.db.select().from(premisesQuotes)
  expect(all.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(all.map((_, at) => at + 1))
})

test("PAY-09 a quote that can't be is refused at its fields", async () => {
  const enquiry_id = await enquired()
  const wrong = {
    gstin: "27AAPFU0939F1ZW",
    valid_until: "2026-01-01",
    first_on: "2026-01-01",
    end_time: "16:00",
  }
  expect(await refusalOf(sendQuote(office, { enquiry_id, ...aQuote(wrong) }))).toEqual({
    ...{ gstin: "GSTIN_CHECKSUM", valid_until: "VALID_UNTIL_PAST", first_on: "CLASS_IN_PAST" },
    end_time: "END_BEFORE_START",
  })
  // Bengaluru, taxed as in Maharashtra.
  expect(await refusalOf(sendQuote(office, { enquiry_id, ...aQuote({ state: "27" }) }))).toEqual({
    state: "STATE_OTHER_PIN",
  })
  // A Wednesday, offered as Tuesdays and Thursdays.
  expect(await refusalOf(sendQuote(office, { enquiry_id, ...aQuote({ first_on: "2027-01-06" }) }))).toEqual({
    first_on: "FIRST_DAY_OTHER",
  })
  expect((await readEnquiry(office, enquiry_id)).state).toBe("new")
})

test("PAY-09 accepting, also twice at once, makes one invoice to the GSTIN that balances the books", async () => {
  const { ctx } = sales.world
  const { enquiry_id, token } = await quoted()
  const wrong = { ...ACCEPTED, gstin: "27AAPFU0939F1ZW" }
  expect(await refusalOf(acceptQuote(ctx, { token, ...wrong }))).toEqual({ gstin: "GSTIN_CHECKSUM" })
  const before = (await billsOfPremises()).length
  const outcomes = await Promise.all([1, 2, 3].map(() => refusalOf(acceptQuote(ctx, { token, ...ACCEPTED }))))
  expect(outcomes).toEqual(["done", "done", "done"])
  expect(await billsOfPremises()).toHaveLength(before + 1)
  expect(await refusalOf(declineQuote(ctx, { token, reason: "" }))).toBe("QUOTE_ANSWERED")
  const bill = await readOfferedInvoice(ctx, token)
  expect(bill).toMatchObject({
    ...{ kind: "tax-invoice", total_paise: TOTAL, place: "27", paid: null, title: "Karate at Green Park" },
    buyer: { gstin: BUYER, state: "27", address: ["1 Fort", "Mumbai 400001"] },
    number: expect.stringMatching(/^NA\/2627\/T\d+$/),
  })
  expect(bill.lines.every(({ cgst_paise, igst_paise }) => cgst_paise === 0 && igst_paise > 0)).toBe(true)
  const { invoice, state } = await readEnquiry(office, enquiry_id)
  expect(state).toBe("accepted")
  expect(invoice).toMatchObject({ total_paise: TOTAL, paid_paise: 0, number: bill.number })
  expect(await readBill(office, invoice?.bill_id ?? "")).toMatchObject({ number: bill.number })
  expect(await mailsTo("premises-invoice", invoice?.bill_id)).toHaveLength(1)
  expect(await refusalOf(sendQuote(office, { enquiry_id, ...aQuote() }))).toBe("ENQUIRY_SETTLED")
  expect(await refusalOf(closeEnquiry(office, enquiry_id))).toBe("ENQUIRY_SETTLED")
  // In the return it stands with its GSTIN, in the journal with its number.
  const days = { first: bill.issued_on, last: bill.issued_on }
  const b2b = (await readGstr1(office, days)).tables.find(({ name }) => name === "b2b")
  expect(b2b?.rows.map((row) => [row[0], row[2]])).toContainEqual([BUYER, bill.number])
  const { items } = await readJournal(office, { ...days, limit: 500 })
  const lines = items.filter((line) => line.kind === "invoice" && line.order_number === bill.number)
  expect(lines.map(({ account, debit_paise }) => [account, debit_paise])).toContainEqual([
    "receivable",
    TOTAL,
  ])
})

test("PAY-09 a quote can't be accepted after its last day or once it was declined or withdrawn", async () => {
  const { ctx, clock } = sales.world
  const late = await quoted({ valid_until: "2026-12-01" })
  const refused = await quoted()
  const gone = await quoted()
  await declineQuote(ctx, { token: refused.token, reason: "Too dear" })
  await declineQuote(ctx, { token: refused.token, reason: "Too dear" })
  expect((await readEnquiry(office, refused.enquiry_id)).quotes).toMatchObject([
    { state: "declined", answer_note: "Too dear" },
  ])
  await closeEnquiry(office, gone.enquiry_id)
  for (const { token } of [refused, gone])
    expect(await refusalOf(acceptQuote(ctx, { token, ...ACCEPTED }))).toBe("QUOTE_ANSWERED")
  const now = clock.now()
  // 23:59 of the last day in India, and a minute later.
  clock.set("2026-12-01T18:29:00Z")
  expect((await readOffered(ctx, late.token)).quote.expired).toBe(false)
  clock.set("2026-12-01T18:30:00Z")
  expect((await readOffered(ctx, late.token)).quote.expired).toBe(true)
  expect(await refusalOf(acceptQuote(ctx, { token: late.token, ...ACCEPTED }))).toBe("QUOTE_EXPIRED")
  clock.set(now)
})

test("PAY-09 a mail that is sent again has a new link, and the old one ends", async () => {
  const { quote_id, token } = await quoted()
  await resendQuote(office, quote_id)
  const newer = await tokenOf(quote_id)
  expect(newer).not.toBe(token)
  expect(await refusalOf(readOffered(sales.world.ctx, token))).toBe("NOT_FOUND")
  expect(await refusalOf(acceptQuote(sales.world.ctx, { token, ...ACCEPTED }))).toBe("NOT_FOUND")
  expect((await readOffered(sales.world.ctx, newer)).quote.id).toBe(quote_id)
})

test("PAY-09 quote and invoice are mailed with their PDF, in the organisation's language", async () => {
  const { ctx } = sales.world
  // What the tests before left to do.
  sales.world.jobs.splice(0)
  const sent: Mail[] = []
  const send = async (mail: Mail) => {
    sent.push(mail)
    return { kind: "accepted" as const, providerId: mail.reference }
  }
  const mailing = { ...ctx, mail: { name: "kept", configured: true, send } }
  const { token, quote_id } = await quoted({ language: "hi" }, { organisation: "Sagar School" })
  await acceptQuote(ctx, { token, ...ACCEPTED })
  await runJobs(sales.world, premisesJobs, mailing)
  const number = (await readOffered(ctx, token)).quote.number
  const bill = await readOfferedInvoice(ctx, token)
  const [quote, invoice] = [number, bill.number].map((one) =>
    sent.find(({ subject }) => subject.includes(one)),
  )
  expect(quote?.attachments?.map(({ name }) => name)).toEqual([`${number.replaceAll("/", "-")}.pdf`])
  expect(invoice?.attachments?.map(({ name }) => name)).toEqual([`${bill.number.replaceAll("/", "-")}.pdf`])
  const words = async (mail: Mail | undefined) =>
    wordsOfPdf(new Uint8Array(mail?.attachments?.[0]?.content ?? Buffer.of()))
  for (const word of ["कोटेशन", number, "क्लास", "21,999.99"]) expect(await words(quote)).toContain(word)
  for (const word of [bill.number, BUYER, "IGST"]) expect(await words(invoice)).toContain(word)
  // Once it is sent, nobody reads the link from the message any more.
  const [row] = await ctx.db.select().from(premisesQuotes).where(eq(premisesQuotes.id, quote_id))
  expect(JSON.stringify(await mailsTo("premises-quote", row?.mail_id))).not.toContain(token)
})

test("PAY-09 an accepted quote becomes a batch at the organisation's address, once", async () => {
  const { ctx } = sales.world
  const { enquiry_id, token } = await quoted(
    { instructor_id: coach.user_id },
    { organisation: "Lake View School", kind: "school" },
  )
  await acceptQuote(ctx, { token, ...ACCEPTED })
  const queued = [...sales.world.jobs]
  await runJobs(sales.world, premisesJobs)
  // A job may run again.
  sales.world.jobs.push(...queued.filter(({ queue }) => queue === "premises.batch"))
  await runJobs(sales.world, premisesJobs)
  const made = await classesAt("Lake View School")
  expect(made).toHaveLength(8)
  expect(new Set(made.map(({ series_id }) => series_id)).size).toBe(1)
  expect(made[0]).toMatchObject({
    ...{ delivery: "on_premises", venue_address: "7 Residency Road, 560025", max_capacity: 30 },
    instructor_id: coach.user_id,
  })
  const { batch } = await readEnquiry(office, enquiry_id)
  expect(made.map(({ id }) => id)).toContain(batch?.class_id)
})

/** The batch of an accepted quote, with its classes in order. */
async function batchAt(organisation: string, over: Partial<QuoteDraft> = {}) {
  const teacher = await createInstructor(sales.world.ctx)
  const made = await quoted({ instructor_id: teacher.user_id, ...over }, { organisation })
  await acceptQuote(sales.world.ctx, { token: made.token, ...ACCEPTED })
  await runJobs(sales.world, premisesJobs)
  const classes = (await classesAt(organisation)).toSorted(
    (a, b) => a.starts_at.getTime() - b.starts_at.getTime(),
  )
  const { batch } = await readEnquiry(office, made.enquiry_id)
  const code = batch?.join_path?.split("/").at(-1) ?? ""
  return { ...made, teacher, classes, code, ids: classes.map(({ id }) => id) }
}

const studentCtx = async () => sales.world.as(await createStudent(sales.world.ctx))

test("PAY-09 nobody but the invited finds the batch, or gets a seat by any other way", async () => {
  const { ctx } = sales.world
  const { classes, ids, teacher } = await batchAt("Palm Court")
  const [first] = classes
  if (!first) throw new Error("no class")
  const stranger = await studentCtx()
  const other = sales.world.as(await createInstructor(ctx))
  const listed = async (viewer: Ctx) => {
    const days = [...new Set(classes.map(({ scheduled_date }) => scheduled_date))]
    const pages = await Promise.all(
      days.map((date) => listAllClasses(viewer, { date, curriculum: "all", limit: 100 })),
    )
    return pages.flatMap(({ items }) => items).filter(({ id }) => ids.includes(id)).length
  }
  for (const viewer of [{ ...ctx, viewer: null }, stranger, other]) {
    expect(await listed(viewer)).toBe(0)
    expect(await refusalOf(getClass(viewer, first.id))).toBe("NOT_FOUND")
  }
  const { stats } = await listAllClasses(stranger, {
    date: first.scheduled_date,
    curriculum: "all",
    limit: 1,
  })
  expect(stats.upcoming).toBe(0)
  expect(await listed(office)).toBe(classes.length)
  expect(await listed(sales.world.as(teacher))).toBe(classes.length)
  for (const way of [enrol, joinWaitlist, requestDemo]) {
    expect(await refusalOf(way(stranger, first.id))).toBe("NOT_FOUND")
  }
  // Not as a class of a program either, should somebody put it into one.
  const course_id = sales.course()
  await ctx.db.update(scheduledClasses).set({ course_id }).where(inArray(scheduledClasses.id, ids))
  const batch_id = first.series_id ?? ""
  expect(await refusalOf(enrolInBatch(stranger, { course_id, batch_id }))).toBe("NOT_FOUND")
  expect((await listBatches(stranger, course_id)).map(({ id }) => id)).not.toContain(batch_id)
  await ctx.db
    .insert(enrollments)
    .values({ id: newId(), course_id, student_id: stranger.viewer.user_id, status: "active" })
  await placeInProgram(ctx, { course_id, student_id: stranger.viewer.user_id })
  await placeProgramIn(ctx, first.id)
  expect(await refusalOf(updateClass(office, { class_id: first.id, class_type: "demo" }))).toEqual({
    class_type: "CLASS_BY_INVITATION",
  })
  expect(await ctx.db.$count(classEnrollments, inArray(classEnrollments.class_id, ids))).toBe(0)
})

test("PAY-09 by the link a person gets a seat in every class to come, once, and the desk and the organisation see it", async () => {
  const { ctx } = sales.world
  const { code, ids, enquiry_id, token, classes } = await batchAt("Lotus Towers")
  const [mine, second] = [await studentCtx(), await studentCtx()]
  expect(await readInvitation({ ...ctx, viewer: null }, code)).toMatchObject({
    ...{
      title: "Karate at Green Park",
      organisation: "Lotus Towers",
      coming: 8,
      free_seats: 30,
      joined: false,
    },
    next: { id: ids[0], start_time: "17:00" },
  })
  const outcomes = await Promise.all([1, 2, 3].map(() => joinBatch(mine, code)))
  expect(outcomes).toEqual(outcomes.map(() => ({ classes: 8 })))
  await joinBatch(second, code)
  const rows = await ctx.db.select().from(classEnrollments).where(inArray(classEnrollments.class_id, ids))
  expect(rows).toHaveLength(16)
  expect((await classesAt("Lotus Towers")).map(({ seats_taken }) => seats_taken)).toEqual(ids.map(() => 2))
  expect(await getClass(mine, ids[0] ?? "")).toMatchObject({ standing: "enrolled", by_invitation: true })
  expect(await readInvitation(mine, code)).toMatchObject({ joined: true, free_seats: 28 })
  // One notice for all its classes, and none of each when new seats are looked for.
  sales.world.clock.advance(MINUTE)
  expect(await confirmSeats(ctx)).toBe(0)
  await runJobs(sales.world, classNoticeJobs)
  const told = (await listMyNotices(mine, { limit: 50 })).items
  expect(told.map(({ title, href }) => [title, href])).toEqual([
    ["You've joined Karate at Green Park", `/class/${ids[0]}`],
  ])
  expect(told[0]?.text).toMatch(/^8 classes, the first on .*, 5:00 pm to /)
  const { batch } = await readEnquiry(office, enquiry_id)
  expect(batch).toMatchObject({ class_id: ids[0], coming: 8, free_seats: 28 })
  expect(batch?.people.map(({ user_id }) => user_id)).toEqual([mine.viewer.user_id, second.viewer.user_id])
  expect((await readOffered(ctx, token)).batch).toEqual({ join_path: batch?.join_path, joined: 2 })
  // What has begun is not given any more.
  const now = sales.world.clock.now()
  sales.world.clock.set(classes[2]?.ends_at.toISOString() ?? "")
  const late = await studentCtx()
  expect(await joinBatch(late, code)).toEqual({ classes: 5 })
  sales.world.clock.set(classes.at(-1)?.ends_at.toISOString() ?? "")
  expect(await refusalOf(joinBatch(await studentCtx(), code))).toBe("CLASS_NOT_OPEN")
  sales.world.clock.set(now)
})

test("PAY-09 the last seat of a batch goes to one, in all its classes or in none", async () => {
  const { ctx } = sales.world
  const { code, ids } = await batchAt("Cedar Villas", { capacity: 2 })
  const people = await Promise.all(Array.from({ length: 6 }, studentCtx))
  const outcomes = await Promise.all(people.map((person) => refusalOf(joinBatch(person, code))))
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 4 }, () => "CLASS_FULL"), "done", "done"])
  const rows = await ctx.db.select().from(classEnrollments).where(inArray(classEnrollments.class_id, ids))
  expect(rows).toHaveLength(2 * ids.length)
})

test("PAY-09 a link that got about is replaced, and who came by it is taken out", async () => {
  const { ctx } = sales.world
  const { code, quote_id, ids } = await batchAt("Teak Gardens")
  const person = await studentCtx()
  await joinBatch(person, code)
  const { batch } = await renewJoinLink(office, quote_id)
  const renewed = batch?.join_path?.split("/").at(-1) ?? ""
  expect(renewed).not.toBe(code)
  const ended = [
    () => readInvitation(ctx, code),
    () => joinBatch(person, code),
    () => readInvitation(ctx, `${code}x`),
  ]
  for (const work of ended) expect(await refusalOf(work())).toBe("NOT_FOUND")
  const gone = { quote_id, user_id: person.viewer.user_id }
  expect((await removePerson(office, gone)).batch).toMatchObject({ people: [], free_seats: 30 })
  expect(await refusalOf(removePerson(office, gone))).toBe("NOT_FOUND")
  expect(await ctx.db.$count(classEnrollments, inArray(classEnrollments.class_id, ids))).toBe(0)
  expect(await refusalOf(getClass(person, ids[0] ?? ""))).toBe("NOT_FOUND")
  expect(await joinBatch(person, renewed)).toEqual({ classes: 8 })
})

test("PAY-09 where the teacher is taken, the acceptance counts and staff choose another time", async () => {
  const { ctx } = sales.world
  const { enquiry_id, quote_id, token } = await quoted(
    { instructor_id: coach.user_id },
    { organisation: "Hill Office", kind: "office" },
  )
  await acceptQuote(ctx, { token, ...ACCEPTED })
  await runJobs(sales.world, premisesJobs)
  const { batch, invoice } = await readEnquiry(office, enquiry_id)
  expect(invoice?.total_paise).toBe(TOTAL)
  expect(batch?.class_id).toBeNull()
  expect(Object.keys(batch?.problems ?? {})).not.toEqual([])
  const plan = { first_on: "2027-02-01", weekdays: [1], start_time: "10:00", end_time: "11:00", weeks: 2 }
  const other = { ...plan, capacity: 20, instructor_id: coach.user_id, quote_id }
  const outcomes = await Promise.all([
    refusalOf(makeBatch(office, other)),
    refusalOf(makeBatch(colleague, { ...other, start_time: "12:00", end_time: "13:00" })),
  ])
  expect(outcomes.toSorted()).toEqual(["BATCH_MADE", "done"])
  expect(await classesAt("Hill Office")).toHaveLength(2)
  const { items } = await listEnquiries(office, { state: "accepted", limit: 100 })
  expect(items.find(({ id }) => id === enquiry_id)).toMatchObject({
    needs_batch: false,
    invoice: { owed_paise: TOTAL },
  })
})

test("PAY-09 a bank's reference counts once, parts add up, and no more is taken than is owed", async () => {
  const { ctx, clock } = sales.world
  const [one, other] = [await quoted(), await quoted()]
  for (const { token } of [one, other]) await acceptQuote(ctx, { token, ...ACCEPTED })
  const today = "2026-11-20"
  const paid = { quote_id: one.quote_id, reference: `utr ${newId().slice(-8)}`, received_on: today }
  const owedBefore = (await readMoney(office)).now.invoices
  const outcomes = await Promise.all([
    refusalOf(recordPayment(office, { ...paid, amount_rupees: 10_000 })),
    refusalOf(recordPayment(colleague, { ...paid, amount_rupees: 10_000 })),
    refusalOf(recordPayment(office, { ...paid, quote_id: other.quote_id, amount_rupees: 10_000 })),
  ])
  const rows = await ctx.db
    .select()
    .from(invoicePayments)
    .where(eq(invoicePayments.reference, paid.reference.replaceAll(" ", "").toUpperCase()))
  expect(rows).toHaveLength(1)
  expect(outcomes.filter((one) => one !== "done").length).toBeGreaterThan(0)
  const mine = rows[0]?.bill_id === (await readEnquiry(office, one.enquiry_id)).invoice?.bill_id
  const [had, has] = mine ? [one, other] : [other, one]
  expect(
    await refusalOf(recordPayment(office, { ...paid, quote_id: has.quote_id, amount_rupees: 10_000 })),
  ).toEqual({ shared: "REFERENCE_SHARED" })
  const rest = { quote_id: had.quote_id, reference: newId(), received_on: today }
  expect(await refusalOf(recordPayment(office, { ...rest, amount_rupees: 12_000 }))).toEqual({
    over: "PAID_OVER",
  })
  expect(
    await refusalOf(recordPayment(office, { ...rest, received_on: "2027-01-01", amount_rupees: 1 })),
  ).toEqual({ received_on: "DATE_TO_COME" })
  await recordPayment(office, { ...rest, amount_rupees: 11_999.99 })
  const { invoice } = await readEnquiry(office, had.enquiry_id)
  expect(invoice).toMatchObject({ paid_paise: TOTAL, total_paise: TOTAL })
  expect(invoice?.payments).toHaveLength(2)
  // The desk for money has it all: what came by the bank, and less that is owed.
  const money = await readMoney(office, "2026-11")
  expect(owedBefore.paise - money.now.invoices.paise).toBe(TOTAL)
  const { items } = await listMoney(office, { month: "2026-11", direction: "in", way: "bank", limit: 50 })
  expect(items.reduce((sum, { amount_paise }) => sum + amount_paise, 0)).toBe(money.received.bank.paise)
  expect(items.map((item) => item.invoice?.number)).toContain(invoice?.number)
  expect(clock.now().toISOString()).toContain("2026-11")
})

test("PAY-09 LAW-02 old enquiries go, and of one that was invoiced whom to reach and where", async () => {
  const { ctx, clock } = sales.world
  const [idle, done] = [await quoted(), await quoted()]
  await acceptQuote(ctx, { token: done.token, ...ACCEPTED })
  const paid = { amount_rupees: TOTAL / 100, received_on: "2026-11-01" }
  await recordPayment(office, { quote_id: done.quote_id, reference: newId(), ...paid })
  expect(await addressOf(done)).toContain("560025")
  const now = clock.now()
  clock.advance((ctx.env.ENQUIRY_DAYS - 1) * DAY)
  await dropOldEnquiries(ctx)
  expect((await readEnquiry(office, idle.enquiry_id)).email).not.toBeNull()
  clock.advance(2 * DAY)
  await dropOldEnquiries(ctx)
  clock.set(now)
  expect(await refusalOf(readEnquiry(office, idle.enquiry_id))).toBe("NOT_FOUND")
  const kept = await readEnquiry(office, done.enquiry_id)
  expect(kept).toMatchObject({ name: null, phone: null, email: null, address: null, pin: null })
  expect(kept.invoice?.total_paise).toBe(TOTAL)
  expect(await addressOf(done)).toBeUndefined()
})

/** Where a quote's invoice goes, as the quote has it. */
async function addressOf({ quote_id }: { quote_id: string }): Promise<string | undefined> {
  const [row] = await sales.world.ctx.db.select().from(premisesQuotes).where(eq(premisesQuotes.id, quote_id))
  return row?.facts.buyer.business_address
}

test("PAY-09 LAW-02 who asked is exported and erased by their proved e-mail, and the invoice stays", async () => {
  const { ctx } = sales.world
  const person = await createInstructor(ctx)
  const { email, user_id } = person
  const [open, done] = [await quoted({}, { email }), await quoted({}, { email, people: 12 })]
  await acceptQuote(ctx, { token: done.token, ...ACCEPTED })
  const exported = async () => {
    const { premises } = await personalData.exportFor(ctx, user_id)
    const { premises_enquiries: own } = premises as { premises_enquiries: { email: string }[] }
    return own.map((one) => one.email)
  }
  // Anybody can sign up with somebody else's e-mail, and can delete that account again.
  expect(await exported()).toEqual([])
  const stranger = await createInstructor(ctx)
  const others = await quoted({}, { email: stranger.email })
  await ctx.db.transaction((tx) => personalData.eraseFor({ ...ctx, db: tx }, stranger.user_id))
  expect(await readEnquiry(office, others.enquiry_id)).toMatchObject({
    ...{ email: stranger.email, quotes: [{ state: "sent" }] },
  })
  await ctx.db.update(user).set({ emailVerified: true }).where(eq(user.id, user_id))
  expect(await exported()).toEqual([email, email])
  await ctx.db.transaction((tx) => personalData.eraseFor({ ...ctx, db: tx }, person.user_id))
  expect(await refusalOf(readEnquiry(office, open.enquiry_id))).toBe("NOT_FOUND")
  expect(await readEnquiry(office, done.enquiry_id)).toMatchObject({ name: null, email: null, phone: null })
  expect(await addressOf(done)).toBeUndefined()
})
