import type pg from "pg"
import { inOrder } from "#platform/backup/tables.ts"
import { newId } from "#shared/ids.ts"

type Column = {
  table: string
  name: string
  type: string
  /** "schema.table" that it refers to, with the column there; null for none. */
  refers: string | null
  refers_to: string | null
  /** The texts of the checks that name it. */
  checks: string[]
}

/** Columns that must be given, by table, with what they refer to and what checks them. */
const REQUIRED = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, f.relname as refers, fa.attname as refers_to,
         array(select pg_get_constraintdef(k.oid) from pg_constraint k
               where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)) as checks
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
  left join pg_constraint r on r.conrelid = c.oid and r.contype = 'f' and a.attnum = any(r.conkey)
  left join pg_class f on f.oid = r.confrelid
  left join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = r.confkey[array_position(r.conkey, a.attnum)]
  where c.relkind = 'r' and (a.attnotnull or r.oid is not null) and not a.atthasdef
  order by c.relname, a.attnum`

/**
 * A seal that belongs to no entry looks like a changed audit log, made-up secrets and keys like those of a lost key, and of
 * which restore a copy came is not in its backups.
 */
const NOT_FILLED = new Set(["audit_seals", "two_step_secrets", "push_keys", "restored_copies"])

/** What no rule finds: values that go together, by table, of one row or of several. */
const TOGETHER: Record<string, () => Record<string, unknown> | Record<string, unknown>[]> = {
  scheduled_classes: () => ({ max_capacity: 50, seats_taken: 0 }),
  programs: () => ({ rating: 4.5 }),
  room_polls: () => ({ options: ["yes", "no"] }),
  room_votes: () => ({ choices: [0] }),
  // A person's account, and a journal of two entries that reverses none.
  ledger_accounts: () => ({ held: true, balance: 0 }),
  ledger_journals: () => ({ lines: 2, reverses: undefined }),
  ledger_entries: () => [{ amount: 5 }, { amount: -5 }],
  // A bill that corrects none.
  bills: () => ({
    kind: "receipt",
    number: "K/2627/R1",
    sequence: 1,
    corrects: undefined,
    refund_id: undefined,
  }),
  // An enquiry that is quoted, and a quote that waits for its answer.
  premises_enquiries: () => ({ state: "quoted", course_id: undefined, language: "en" }),
  premises_quotes: () => ({
    ...{ state: "sent", bill_id: undefined, class_id: undefined, instructor_id: undefined, language: "en" },
    ...{ sent_by: undefined, weekdays: [1] },
  }),
  // A payment of which nothing is too much.
  invoice_payments: () => ({
    ...{ excess_reference: undefined, excess_returned_on: undefined, excess_returned_by: undefined },
  }),
  // An invoice that is to be cancelled, once a colleague approves it.
  invoice_cancellations: () => ({
    ...{ needs_second: true, decided_by: undefined, decided_at: undefined, note_id: undefined },
    ...{ owed_paise: undefined, reference: undefined, returned_on: undefined, returned_by: undefined },
  }),
  // An order that changes no plan.
  orders: () => ({ changes: undefined }),
  // A movement that no payment explains, and money that nobody has decided about.
  settlement_items: () => ({
    why: "other-kind",
    booked_paise: 0,
    payment_id: undefined,
    refund_id: undefined,
  }),
  bank_lines: () => ({
    ...{ state: "open", amount_paise: 100, decided_by: undefined },
    ...{ order_id: undefined, settlement_id: undefined, invoice_payment_id: undefined },
  }),
  // A thing of the shop that isn't on sale yet, and an order of goods that is to be packed and brought.
  shop_items: () => ({ supplies: ["bag"], offered: false }),
  shop_basket_lines: () => ({ quantity: 1 }),
  shop_orders: () => ({ stage: "to-pack", way: "delivery" }),
  shop_lines: () => ({ quantity: 1, position: 0 }),
  // Nobody has decided about it.
  shop_returns: () => ({ state: "asked", reason: "faulty", quantity: 1, decided_by: undefined }),
  // A guardian who was not removed, so that staff may know them.
  guardian_of: () => ({ answer: "confirmed" }),
  // One of a guardian by phone, which is open.
  guardian_invitations: () => ({ phone: "+919876500001", may_see: true }),
  // Nobody has decided about it.
  medical_proofs: () => ({ state: "waiting", decided_by: undefined }),
  // Nobody has decided who it was.
  unexpected_children: () => ({ student_id: undefined, decided_by: undefined }),
  // A card in force.
  student_cards: () => ({ revoked_by: undefined }),
  // One that is open, and so has no reason against it.
  referrals: () => ({ state: "joined" }),
  suppliers: () => ({ registration: "unregistered", prefix: "K" }),
  // A recording with its file, so that files go with the rows.
  class_recordings: () => ({ file_path: `recordings/${newId()}.webm` }),
}

/**
 * Writes one more row, or those that go together, into every table of the schema as it is, each column filled by its type, its checks and what it
 * refers to. Returns the tables that took none, with the reason.
 */
export async function fillTables(client: pg.Client): Promise<Map<string, string>> {
  const { rows: columns } = await client.query<Column>(REQUIRED)
  const names = [...new Set(columns.map(({ table }) => table))].map((table) => ({ name: `public.${table}` }))
  const refused = new Map<string, string>()
  for (const { name } of await inOrder(client, names)) {
    const table = name.slice("public.".length)
    if (NOT_FILLED.has(table)) continue
    await client.query("savepoint one_row")
    try {
      const own = columns.filter((column) => column.table === table)
      const referred = await referencesOf(client, own)
      for (const together of [TOGETHER[table]?.() ?? {}].flat()) {
        await fillRow(client, table, own, { ...referred, ...together })
      }
    } catch (error) {
      await client.query("rollback to savepoint one_row")
      refused.set(table, (error as Error).message)
    }
  }
  return refused
}

/**
 * What the rows of a table refer to: the newest of each other table, so that rows of two releases don't refer to the
 * same one. Rows that go together share it, because writing one can move what it refers to.
 */
async function referencesOf(client: pg.Client, columns: Column[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const { name, refers, refers_to } of columns) {
    if (refers === null) continue
    // By who wrote it: a row may be put on an earlier page of the table, where there is space.
    const newest = `select "${refers_to}" as key from "${refers}" order by age(xmin), ctid desc limit 1`
    found[name] = (await client.query(newest)).rows[0]?.key ?? null
  }
  return found
}

async function fillRow(
  client: pg.Client,
  table: string,
  columns: Column[],
  together: Record<string, unknown>,
): Promise<void> {
  const values = { ...Object.fromEntries(columns.map((one) => [one.name, valueFor(one)])), ...together }
  const known = Object.entries(values).filter(([, value]) => value !== undefined)
  const list = known.map(([name]) => `"${name}"`).join(", ")
  const places = known.map((_, at) => `$${at + 1}`).join(", ")
  const given = known.map(([, value]) => value)
  await client.query(`insert into "${table}" (${list}) values (${places})`, given)
}

let count = 0

function valueFor({ name, type, refers, checks }: Column): unknown {
  if (refers !== null) return null
  count += 1
  const allowed = checks.flatMap((check) => [...check.matchAll(/'([^']+)'::text/g)].map(([, word]) => word))
  if (type === "text" && allowed.length > 0) return allowed[0]
  if (type.endsWith("[]")) return []
  switch (type) {
    case "uuid":
      return newId()
    case "integer":
    case "bigint":
    case "smallint":
    case "double precision":
    case "real":
    case "numeric":
      return count
    case "boolean":
      return false
    case "jsonb":
      return "{}"
    case "date":
      // No two classes of a teacher at the same time.
      return new Date(Date.UTC(2025, 0, 1 + count)).toISOString().slice(0, 10)
    case "time without time zone":
      return /end/.test(name) ? "11:00" : "10:00"
    case "timestamp with time zone":
      return new Date(Date.UTC(2025, 0, 1 + count, /end|expires|until/.test(name) ? 11 : 10))
    case "bytea":
      return Buffer.from([0, 1, 2, 255])
    default:
      return `${name} ${count}`
  }
}
