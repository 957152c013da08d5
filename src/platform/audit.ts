import { createHash } from "node:crypto"
import { and, asc, desc, eq, gt, gte, isNull, sql } from "drizzle-orm"
import { bigint, index, jsonb, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core"
import { newId } from "#shared/ids.ts"
import { DAY, MINUTE } from "#shared/time.ts"
import { type Ctx, inTransaction } from "./context.ts"

type Detail = Record<string, string | number | boolean | null>

/**
 * Every privileged act, by ids only, so that erasing a person leaves the log whole. Only appended to: a trigger
 * refuses everything else.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: uuid("id").primaryKey(),
    /** Who did it; null for the product itself. */
    actor_id: uuid("actor_id"),
    /** Such as "class.cancel". */
    action: text("action").notNull(),
    subject_id: text("subject_id").notNull(),
    detail: jsonb("detail").$type<Detail>().notNull().default({}),
    at: timestamp("at", { withTimezone: true, mode: "date" }).notNull(),
  },
  (table) => [
    index("audit_log_newest").on(table.at, table.id),
    index("audit_log_of_subject").on(table.subject_id, table.at),
    index("audit_log_of_actor").on(table.actor_id, table.at, table.id),
    index("audit_log_of_action").on(table.action, table.at, table.id),
  ],
)

/**
 * The chain over the log: each seal's hash includes the entry and the seal before it, so nothing can be
 * changed, removed or inserted without changing every later hash. Entries are sealed by a job a moment after
 * they were committed: a chain written with them would make every audited act wait for the one before it to
 * commit.
 */
export const auditSeals = pgTable(
  "audit_seals",
  {
    position: bigint("position", { mode: "number" }).primaryKey(),
    entry_id: uuid("entry_id").notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [unique("audit_seals_once").on(table.entry_id)],
)

/** Appends to the audit log within the caller's transaction. `detail` holds ids and codes, no names or numbers. */
export async function recordAct(
  ctx: Pick<Ctx, "db" | "viewer" | "clock">,
  action: string,
  subjectId: string,
  detail: Detail = {},
): Promise<void> {
  await recordActs(ctx, action, [subjectId], detail)
}

/** The same act on many things, in one statement. */
export async function recordActs(
  ctx: Pick<Ctx, "db" | "viewer" | "clock">,
  action: string,
  subjectIds: readonly string[],
  detail: Detail = {},
): Promise<void> {
  if (subjectIds.length === 0) return
  const common = { actor_id: ctx.viewer?.user_id ?? null, action, detail, at: ctx.clock.now() }
  await ctx.db
    .insert(auditLog)
    .values(subjectIds.map((subject_id) => ({ id: newId(), subject_id, ...common })))
}

/**
 * Records a change, with the old and the new value of each field that differs. Writes nothing if none does.
 * `about` names the person or thing.
 */
export async function recordChange(
  ctx: Pick<Ctx, "db" | "viewer" | "clock">,
  action: string,
  subjectId: string,
  { from, to }: { from: Detail; to: Detail },
  about: Detail = {},
): Promise<void> {
  const different = Object.keys(to).filter((field) => (from[field] ?? null) !== (to[field] ?? null))
  if (different.length === 0) return
  const values = different.flatMap((field) => [
    [`${field}_from`, from[field] ?? null],
    [`${field}_to`, to[field] ?? null],
  ])
  await recordAct(ctx, action, subjectId, { ...about, ...Object.fromEntries(values) })
}

type Entry = typeof auditLog.$inferSelect

/** The start of the chain. */
const BEGINNING = "kaksha audit log"
const SEALS_LOCK = "kaksha.audit-seals"
const SEALED_AT_ONCE = 500
/**
 * An entry unsealed for longer means that sealing has stopped, or that the entry was inserted behind the
 * product's back.
 */
const SEALED_WITHIN = 15 * MINUTE

function hashOf(before: string, entry: Entry): string {
  const detail = Object.entries(entry.detail).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const { id, actor_id, action, subject_id, at } = entry
  return createHash("sha256")
    .update(JSON.stringify([before, id, actor_id, action, subject_id, detail, at.toISOString()]))
    .digest("hex")
}

/**
 * Seals the entries committed since the last run, one sealer at a time; writers to the log never wait for it.
 */
export async function sealAuditLog(ctx: Ctx): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await inTransaction(ctx, sealBatch)
    sealed += count
    if (count < SEALED_AT_ONCE) return sealed
  }
}

async function sealBatch(tx: Pick<Ctx, "db">): Promise<number> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${SEALS_LOCK}, 0))`)
  const [last] = await tx.db
    .select({ position: auditSeals.position, hash: auditSeals.hash, at: auditLog.at })
    .from(auditSeals)
    .leftJoin(auditLog, eq(auditLog.id, auditSeals.entry_id))
    .orderBy(desc(auditSeals.position))
    .limit(1)
  const open = await tx.db
    .select({ entry: auditLog })
    .from(auditLog)
    .leftJoin(auditSeals, eq(auditSeals.entry_id, auditLog.id))
    .where(
      and(
        isNull(auditSeals.entry_id),
        // A transaction that took long commits behind others; none takes a day.
        last?.at ? gte(auditLog.at, new Date(last.at.getTime() - DAY)) : undefined,
      ),
    )
    .orderBy(asc(auditLog.at), asc(auditLog.id))
    .limit(SEALED_AT_ONCE)
  let { position, hash } = last ?? { position: 0, hash: BEGINNING }
  const seals = open.map(({ entry }) => {
    position += 1
    hash = hashOf(hash, entry)
    return { position, entry_id: entry.id, hash }
  })
  if (seals.length > 0) await tx.db.insert(auditSeals).values(seals)
  return seals.length
}

export type AuditVerdict = {
  whole: boolean
  /** How many entries the chain contains. */
  sealed: number
  /** Entries that wait for their seal: a few are normal right after acts. */
  waiting: number
  /** The hash of the last seal. Kept elsewhere, it proves later that the chain was not rebuilt. */
  head: string | null
  /** The first position at which the chain is broken. */
  broken: { position: number; entry_id: string; why: "changed" | "missing" | "gap" } | null
  /**
   * Old entries that were never sealed: they were inserted behind the product's back, or sealing has stopped.
   */
  overdue: number
}

/** Walks the whole chain and says whether log and seals still belong together. Reads only, some 500 rows a query. */
export async function verifyAuditChain(ctx: Pick<Ctx, "db" | "clock">): Promise<AuditVerdict> {
  let position = 0
  let hash = BEGINNING
  let broken: AuditVerdict["broken"] = null
  while (!broken) {
    const rows = await ctx.db
      .select({ seal: auditSeals, entry: auditLog })
      .from(auditSeals)
      .leftJoin(auditLog, eq(auditLog.id, auditSeals.entry_id))
      .where(gt(auditSeals.position, position))
      .orderBy(asc(auditSeals.position))
      .limit(SEALED_AT_ONCE)
    for (const { seal, entry } of rows) {
      const expected = entry && hashOf(hash, entry)
      if (seal.position !== position + 1) broken = { ...seal, why: "gap" }
      else if (!entry) broken = { ...seal, why: "missing" }
      else if (expected !== seal.hash) broken = { ...seal, why: "changed" }
      if (broken) break
      position = seal.position
      hash = seal.hash
    }
    if (rows.length < SEALED_AT_ONCE) break
  }
  const { waiting, overdue } = await countUnsealed(ctx)
  if (broken) broken = { position: broken.position, entry_id: broken.entry_id, why: broken.why }
  return {
    whole: broken === null && overdue === 0,
    sealed: position,
    waiting,
    head: position === 0 ? null : hash,
    broken,
    overdue,
  }
}

async function countUnsealed(ctx: Pick<Ctx, "db" | "clock">) {
  const late = new Date(ctx.clock.now().getTime() - SEALED_WITHIN).toISOString()
  const [row] = await ctx.db
    .select({
      waiting: sql<number>`count(*)`,
      overdue: sql<number>`count(*) filter (where ${auditLog.at} < ${late}::timestamptz)`,
    })
    .from(auditLog)
    .leftJoin(auditSeals, eq(auditSeals.entry_id, auditLog.id))
    .where(isNull(auditSeals.entry_id))
  return row ?? { waiting: 0, overdue: 0 }
}
