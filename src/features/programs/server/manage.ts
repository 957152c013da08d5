import {
  and,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  max,
  or,
  type SQL,
  sql,
} from "drizzle-orm"
import type { z } from "zod"
import type { ManagedProgram, manageList, ProgramDraft } from "#contract/programs/program-management.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { teachers } from "#features/accounts/server/table.ts"
import { recordAct, recordChange } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { mostRows } from "#platform/database/paging.ts"
import { notFound, refuseFields } from "#platform/errors.ts"
import { isId, newId } from "#shared/ids.ts"
import { durationHours, slugOf } from "../rules.ts"
import { covers, enrollments, programMaterials, programs, searchable } from "./table.ts"
import { requireTeacher } from "./teachers.ts"

type ListInput = z.output<NonNullable<(typeof manageList)["~orpc"]["inputSchema"]>>

/** The most enrolments counted for a list. */
const MOST_COUNTED = 1_000

type Reading = Pick<Ctx, "db" | "clock" | "env">

function selectManaged(ctx: Reading) {
  const active = sql`select from ${enrollments}
    where ${enrollments.course_id} = ${programs.id} and ${covers(todayOf(ctx))} limit ${mostRows(MOST_COUNTED)}`
  const files = ctx.db
    .select({ one: sql`1`.as("one") })
    .from(programMaterials)
    .where(and(eq(programMaterials.course_id, programs.id), isNull(programMaterials.deleted_at)))
  return ctx.db
    .select({
      program: programs,
      enrolled: sql<number>`(select count(*) from (${active}) active)`,
      materials: sql<number>`(select count(*) from (${files}) files)`,
      teacher_name: sql<
        string | null
      >`(select trim(first_name || ' ' || last_name) from ${teachers} where user_id = ${programs.teacher_id})`,
    })
    .from(programs)
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectManaged>>[number]

function describe({ program, enrolled, materials, teacher_name }: Row): ManagedProgram {
  const { id, slug, title, instructor, grade, subject, duration, summary, description } = program
  return {
    ...{ id, slug, title, instructor, grade, subject, duration, summary, description, enrolled, materials },
    curriculum: program.curriculum as ManagedProgram["curriculum"],
    service: program.service as ManagedProgram["service"],
    level: program.level as ManagedProgram["level"],
    delivery: program.delivery as ManagedProgram["delivery"],
    price_rupees: Math.round(program.price_paise / 100),
    monthly_fee_rupees: Math.round((program.monthly_fee_paise ?? 0) / 100),
    venue_name: program.venue?.name ?? "",
    venue_address: program.venue?.address ?? "",
    teacher_id: program.teacher_id ?? "",
    teacher_name: teacher_name ?? "",
    archived_at: program.archived_at,
    created_at: program.created_at,
  }
}

/** Lists programs for the office, the newest first. One query per page. Throws FIELD_ERRORS. */
export async function listManaged(
  ctx: Ctx,
  input: ListInput,
): Promise<{ items: ManagedProgram[]; next_cursor: string | null }> {
  if (input.cursor !== undefined && !isId(input.cursor))
    refuseFields({ cursor: "Start again from the first page" })
  const rows = await selectManaged(ctx)
    .where(
      and(
        input.state === "archived" ? isNotNull(programs.archived_at) : isNull(programs.archived_at),
        input.q ? matching(input.q) : undefined,
        input.service && eq(programs.service, input.service),
        input.curriculum && eq(programs.curriculum, input.curriculum),
        input.cursor ? lt(programs.id, input.cursor) : undefined,
      ),
    )
    .orderBy(desc(programs.id))
    .limit(input.limit + 1)
  const items = rows.slice(0, input.limit).map(describe)
  return { items, next_cursor: rows.length > input.limit ? (items.at(-1)?.id ?? null) : null }
}

function matching(q: string): SQL {
  return like(
    programs.search_text,
    sql`'%' || ${searchable(sql`${q.replace(/[\\%_]/g, "\\$&").replaceAll("\0", "")}::text`)} || '%'`,
  )
}

/** Returns one program for the office. Throws NOT_FOUND. */
export async function readManaged(ctx: Reading, courseId: string): Promise<ManagedProgram> {
  const [row] = await selectManaged(ctx).where(eq(programs.id, courseId))
  return row ? describe(row) : notFound()
}

function columnsOf(draft: ProgramDraft) {
  const onPremises = draft.delivery === "on_premises"
  if (onPremises && !draft.venue_name) refuseFields({ venue_name: "VENUE_REQUIRED" })
  const { price_rupees, monthly_fee_rupees } = draft
  // Who can have all of it for nothing pays no fee.
  if (monthly_fee_rupees > 0 && price_rupees === 0) refuseFields({ monthly_fee_rupees: "FEE_WITHOUT_PRICE" })
  if (monthly_fee_rupees > 0 && monthly_fee_rupees >= price_rupees)
    refuseFields({ monthly_fee_rupees: "FEE_NOT_BELOW_PRICE" })
  const { title, instructor, curriculum, service, level, grade, duration, delivery, summary } = draft
  return {
    ...{ title, instructor, curriculum, service, level, grade, duration, delivery },
    summary: summary || `${title} with ${instructor}.`,
    description: draft.description || summary,
    subject: draft.subject || service,
    duration_hours: durationHours(duration),
    price_paise: price_rupees * 100,
    monthly_fee_paise: monthly_fee_rupees > 0 ? monthly_fee_rupees * 100 : null,
    venue: onPremises ? { name: draft.venue_name, address: draft.venue_address } : null,
    teacher_id: draft.teacher_id || null,
  }
}

/** Returns the service's picture, for a program without its own. */
function pictureOf(service: ProgramDraft["service"]): string {
  return `/images/services/${slugOf(service)}.svg`
}

/**
 * Creates a program at the end of the academy's order. The same id again returns the same program. Throws
 * FIELD_ERRORS (VENUE_REQUIRED, FEE_WITHOUT_PRICE, FEE_NOT_BELOW_PRICE).
 */
export async function createProgram(
  ctx: SignedInCtx,
  input: ProgramDraft & { id?: string | undefined },
): Promise<ManagedProgram> {
  const { id = newId(), ...draft } = input
  await inTransaction(ctx, async (tx) => {
    await insertProgram(tx, id, draft)
  })
  return readManaged(ctx, id)
}

/** Inserts a program in the caller's transaction. An existing one with this id is left unchanged. */
export async function insertProgram(tx: SignedInCtx, id: string, draft: ProgramDraft): Promise<void> {
  const columns = columnsOf(draft)
  await requireTeacher(tx, draft.teacher_id)
  const now = tx.clock.now()
  const [last] = await tx.db.select({ position: max(programs.position) }).from(programs)
  const row = {
    ...columns,
    id,
    position: (last?.position ?? -1) + 1,
    image: pictureOf(draft.service),
    rating: 0,
    students: 0,
    created_at: now,
    updated_at: now,
  }
  const slug = await freeSlug(tx, slugOf(draft.title) || "course")
  const [made] = await tx.db
    .insert(programs)
    .values({ ...row, slug })
    .onConflictDoNothing({ target: programs.id })
    .returning({ id: programs.id })
  if (made) await recordAct(tx, "program.create", id)
}

/** Returns the first of "title", "title-2", "title-3" that no program has, including archived ones. */
async function freeSlug(tx: Pick<Ctx, "db">, wanted: string): Promise<string> {
  const base = wanted.slice(0, 110).replace(/-+$/, "")
  const rows = await tx.db
    .select({ slug: programs.slug })
    .from(programs)
    .where(or(eq(programs.slug, base), ilike(programs.slug, `${base}-%`)))
  const taken = new Set(rows.map((row) => row.slug))
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!taken.has(slug)) return slug
  }
}

/** Returns the fields of a program for the audit log. For long texts only their length. */
function toldOf(course: Pick<typeof programs.$inferSelect, keyof ReturnType<typeof columnsOf>>) {
  const { title, instructor, curriculum, service, level, grade, subject, duration, delivery } = course
  const { price_paise, monthly_fee_paise, venue, summary, description } = course
  return {
    ...{ title, instructor, curriculum, service, level, grade, subject, duration, delivery },
    ...{ price_paise, monthly_fee_paise },
    venue: venue?.name ?? null,
    summary_characters: summary.length,
    description_characters: description.length,
  }
}

/** Edits a program; its slug stays the same. Throws NOT_FOUND and FIELD_ERRORS. */
export async function editProgram(
  ctx: SignedInCtx,
  input: ProgramDraft & { course_id: string },
): Promise<ManagedProgram> {
  const { course_id, ...draft } = input
  const columns = columnsOf(draft)
  await inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(programs).where(eq(programs.id, course_id)).for("update")
    if (!before) notFound()
    // The present teacher may have stopped teaching since, and can stay.
    if (draft.teacher_id !== before.teacher_id) await requireTeacher(tx, draft.teacher_id)
    const ofService = before.image.startsWith("/images/services/")
    await tx.db
      .update(programs)
      .set({ ...columns, ...(ofService && { image: pictureOf(draft.service) }), updated_at: tx.clock.now() })
      .where(eq(programs.id, course_id))
    await recordChange(tx, "program.edit", course_id, { from: toldOf(before), to: toldOf(columns) })
  })
  return readManaged(ctx, course_id)
}

/**
 * Removes a program from the catalogue, or offers it again. Enrolments are kept. Repeating it changes
 * nothing. Throws NOT_FOUND.
 */
export async function setArchived(
  ctx: SignedInCtx,
  courseId: string,
  archived: boolean,
): Promise<ManagedProgram> {
  await inTransaction(ctx, async (tx) => {
    const [changed] = await tx.db
      .update(programs)
      .set({ archived_at: archived ? tx.clock.now() : null, updated_at: tx.clock.now() })
      .where(
        and(
          eq(programs.id, courseId),
          archived ? isNull(programs.archived_at) : isNotNull(programs.archived_at),
        ),
      )
      .returning({ id: programs.id })
    if (changed) await recordAct(tx, archived ? "program.archive" : "program.restore", courseId)
  })
  return readManaged(ctx, courseId)
}

/** Programs that came with the product and are offered as they are: nobody edited, restored or joined them. */
const isSample = and(
  programs.sample_figures,
  isNull(programs.archived_at),
  eq(programs.updated_at, programs.created_at),
  sql`not exists (select from ${enrollments} where ${enrollments.course_id} = ${programs.id})`,
)

/** Returns the ids of the sample programs that visitors find in the catalogue; in a trial they are the academy's own. */
export async function listSamples({ db, env }: Pick<Ctx, "db" | "env">): Promise<{ course_ids: string[] }> {
  if (env.trial) return { course_ids: [] }
  const rows = await db.select({ id: programs.id }).from(programs).where(isSample).orderBy(programs.position)
  return { course_ids: rows.map(({ id }) => id) }
}

/** Removes these programs from the catalogue while they are samples. Returns how many there were; again changes nothing. */
export async function archiveSamples(ctx: SignedInCtx, courseIds: string[]): Promise<{ archived: number }> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const archived = await tx.db
      .update(programs)
      .set({ archived_at: now, updated_at: now })
      .where(and(inArray(programs.id, courseIds), isSample))
      .returning({ id: programs.id })
    for (const { id } of archived) await recordAct(tx, "program.archive", id)
    return { archived: archived.length }
  })
}
