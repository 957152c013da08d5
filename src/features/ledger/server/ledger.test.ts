import fc from "fast-check"
import type { Pool } from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { inTransaction } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { createStudent } from "#tests/people.ts"
import { type Account, balanceOf, credit, debit, type Entry } from "../rules.ts"
import { type AccountName, openAccounts } from "./accounts.ts"
import { readBalance, sumAccount } from "./balances.ts"
import { auditBooks } from "./books.ts"
import { type NamedDraft, writeFirst } from "./first.ts"
import { BalanceTooLow, type Draft, KeyReused, reverseJournal, writeJournal } from "./journals.ts"
import { ledgerData } from "./personal-data.ts"

let world: TestContext
let people: string[]
beforeAll(async () => {
  world = await createTestContext()
  people = []
  for (let count = 0; count < 3; count += 1) people.push((await createStudent(world.ctx)).user_id)
})
afterAll(() => world?.close())

const pool = () => (world.ctx.db as unknown as { $client: Pool }).$client

/** Accounts of a person that journals fill from accounts of the academy. */
const PAIRS = {
  xp: { own: "xp", given: "xp-given" },
  points: { own: "points", given: "points-given" },
  paise: { own: "family-credit", given: "credit-given" },
} as const
type Unit = keyof typeof PAIRS

async function accountsOf(unit: Unit, holder: string): Promise<{ own: Account; given: Account }> {
  const names: { own: AccountName; given: AccountName } = {
    own: { kind: PAIRS[unit].own, holder },
    given: { kind: PAIRS[unit].given },
  }
  const accountOf = await inTransaction(world.ctx, (tx) => openAccounts(tx, [names.own, names.given]))
  return { own: accountOf(names.own), given: accountOf(names.given) }
}

const why = () => ({ kind: "gift", rules_version: "1", trace: [], effective_at: world.clock.now() })
const draftOf = (key: string, entries: Entry[]): Draft => ({ ...why(), key, entries })
const write = (draft: Draft) => inTransaction(world.ctx, (tx) => writeJournal(tx, draft))
const reverse = (key: string, kind = "mistake") =>
  inTransaction(world.ctx, (tx) => reverseJournal(tx, key, { ...why(), kind, key: `${kind}:${key}` }))

/** Gives a new person this much of a unit. */
async function give(unit: Unit, amount: number) {
  const holder = (await createStudent(world.ctx)).user_id
  const { own, given } = await accountsOf(unit, holder)
  const draft = draftOf(newId(), [debit(given, amount), credit(own, amount)])
  const { id } = await write(draft)
  return { holder, own, given, draft, id }
}

const counted = async () =>
  (
    await pool().query(
      "select (select count(*) from ledger_journals) as journals, (select count(*) from ledger_entries) as entries",
    )
  ).rows[0]

test("PAY-03 a journal is written once: its key with the same content returns it, and with other content is refused", async () => {
  const { holder, own, given, draft, id } = await give("points", 100)
  const before = await counted()
  world.clock.advance(1_000)
  expect(await write({ ...draft, effective_at: world.clock.now() })).toEqual({ id, repeated: true })
  const others: Partial<Draft>[] = [
    { entries: [debit(given, 99), credit(own, 99)] },
    { entries: [...draft.entries].reverse() },
    { kind: "theft" },
    { rules_version: "2" },
    { trace: [{ code: "gift", by: "nobody" }] },
  ]
  for (const other of others) await expect(write({ ...draft, ...other })).rejects.toThrow(KeyReused)
  const steps = { ...draft, key: newId(), trace: [{ code: "gift", for: "a", by: "b" }] }
  const { id: traced } = await write(steps)
  const again = await write({ ...steps, trace: [{ by: "b", for: "a", code: "gift" }] })
  expect(again).toEqual({ id: traced, repeated: true })
  expect(await readBalance(world.ctx, "points", holder)).toBe(200)
  expect(await counted()).toEqual({ journals: before.journals + 1, entries: before.entries + 2 })
})

test("PAY-03 a journal that doesn't sum to zero in each unit is refused before it is written", async () => {
  const xp = await accountsOf("xp", people[0] as string)
  const points = await accountsOf("points", people[0] as string)
  const before = await counted()
  const wrong: Entry[][] = [
    [],
    [debit(xp.given, 5)],
    [debit(xp.given, 5), credit(xp.own, 4)],
    [debit(xp.given, 5), credit(points.own, 5)],
    [debit(xp.given, 0), credit(xp.own, 0)],
    [debit(xp.given, 0.5), credit(xp.own, 0.5)],
    [debit(xp.given, 2 ** 53), credit(xp.own, 2 ** 53)],
  ]
  for (const entries of wrong)
    await expect(write(draftOf(newId(), entries))).rejects.toThrow(/^The journal of/)
  expect(await counted()).toEqual(before)
})

test("PAY-03 a person's balance never goes below zero, however many take at once", async () => {
  const { holder, own, given } = await give("points", 50)
  const spend = (amount: number) => write(draftOf(newId(), [debit(own, amount), credit(given, amount)]))
  const tries = await Promise.allSettled(Array.from({ length: 12 }, () => spend(20)))
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(2)
  for (const outcome of tries) {
    if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(BalanceTooLow)
  }
  expect(await readBalance(world.ctx, "points", holder)).toBe(10)
  await expect(spend(11)).rejects.toThrow(BalanceTooLow)
  await spend(10)
  expect(await readBalance(world.ctx, "points", holder)).toBe(0)
})

test("PAY-03 a mistake is reversed once, by an equal and opposite journal, also by many at once", async () => {
  const { holder, draft } = await give("paise", 50_000)
  const { key } = draft
  const total = await sumAccount(world.ctx, "credit-given")
  const tries = await Promise.all(Array.from({ length: 6 }, () => reverse(key)))
  expect(new Set(tries.map((reversal) => reversal.id)).size).toBe(1)
  expect(tries.filter(({ repeated }) => !repeated)).toHaveLength(1)
  expect(await readBalance(world.ctx, "family-credit", holder)).toBe(0)
  expect(await sumAccount(world.ctx, "credit-given")).toBe(total - 50_000)
  await expect(reverse(key, "another-reason")).rejects.toThrow(KeyReused)
  // The reversal was a mistake itself.
  await reverse(`mistake:${key}`)
  expect(await readBalance(world.ctx, "family-credit", holder)).toBe(50_000)
  await expect(reverse(newId())).rejects.toThrow("no journal")
})

const gift = (holder: string, thing: string, points = 5): NamedDraft => ({
  ...why(),
  key: `gift:{account}:${thing}`,
  entries: [debit({ kind: "points-given" }, points), credit({ kind: "points", holder }, points)],
})

test("PAY-03 first journals open their accounts themselves, and of each key one is written, however many come at once", async () => {
  const holders = await Promise.all([1, 2, 3].map(() => createStudent(world.ctx)))
  const things = [newId(), newId()]
  const drafts = holders.flatMap(({ user_id }) => things.map((thing) => gift(user_id, thing)))
  const before = await counted()
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => inTransaction(world.ctx, (tx) => writeFirst(tx, drafts))),
  )
  for (const at of drafts.keys()) expect(tries.filter((written) => written[at])).toHaveLength(1)
  expect(await counted()).toEqual({ journals: before.journals + 6, entries: before.entries + 12 })
  for (const { user_id } of holders) {
    expect(await readBalance(world.ctx, "points", user_id)).toBe(10)
    const { rows } = await pool().query(
      `select idempotency_key as key, a.id from ledger_journals j join ledger_entries e on e.journal_id = j.id
       join ledger_accounts a on a.id = e.account_id where a.holder = $1`,
      [user_id],
    )
    expect(rows.map(({ key }) => key).sort()).toEqual(
      things.map((thing) => `gift:${rows[0].id}:${thing}`).sort(),
    )
  }
})

test("PAY-03 of first journals none is written that takes more than a person has, or doesn't sum to zero", async () => {
  const { user_id } = await createStudent(world.ctx)
  const write = (draft: NamedDraft) => inTransaction(world.ctx, (tx) => writeFirst(tx, [draft]))
  expect(await write(gift(user_id, "a", 5))).toEqual([true])
  const { entries, ...spent } = gift(user_id, "b", 6)
  const taken = entries.map(({ account, amount }) => ({ account, amount: -amount }))
  await expect(write({ ...spent, entries: taken })).rejects.toThrow(BalanceTooLow)
  await expect(write({ ...spent, entries: entries.slice(1) })).rejects.toThrow("sum to -6")
  expect(await readBalance(world.ctx, "points", user_id)).toBe(5)
  expect(await inTransaction(world.ctx, (tx) => writeFirst(tx, []))).toEqual([])
})

test("PAY-03 the database itself refuses to change, delete or extend the books", async () => {
  const { own, given, id } = await give("xp", 50)
  const journal = (key: string, lines: number, reverses: string | null = null) => ({
    text: "insert into ledger_journals (id, kind, idempotency_key, lines, rules_version, effective_at, created_at, reverses) values ($1, 'x', $2, $3, '1', now(), now(), $4)",
    values: [key, key, lines, reverses],
  })
  const entry = (of: string, line: number, account: Account, amount: number) => ({
    text: "insert into ledger_entries (journal_id, line, account_id, amount) values ($1, $2, $3, $4)",
    values: [of, line, account.id, amount],
  })
  const made = newId()
  const refused: [string, (string | { text: string; values: unknown[] })[]][] = [
    ["append-only", ["update ledger_entries set amount = amount * 2"]],
    ["append-only", ["update ledger_journals set kind = 'other'"]],
    ["append-only", ["delete from ledger_entries"]],
    ["append-only", ["delete from ledger_journals"]],
    ["append-only", ["truncate ledger_entries"]],
    ["append-only", ["truncate ledger_accounts, ledger_journals, ledger_entries"]],
    ["append-only", ["update ledger_accounts set normal_side = 'debit'"]],
    ["violates foreign key", ["delete from ledger_accounts"]],
    ["ledger_entries_amount", [journal(made, 1), entry(made, 0, own, 0)]],
    ["has 0 entries instead of 2", [journal(made, 2)]],
    ["has 1 entries instead of 2", [journal(made, 2), entry(made, 0, own, -5)]],
    ["do not sum to zero", [journal(made, 2), entry(made, 0, own, -5), entry(made, 1, given, 6)]],
    ["has all of its entries", [entry(id, 2, own, -5), entry(id, 3, given, 5)]],
    ["not equal and opposite", [journal(made, 2, id), entry(made, 0, given, -49), entry(made, 1, own, 49)]],
    [
      "ledger_journals_reversed_once",
      [journal(made, 2, id), entry(made, 0, given, -50), entry(made, 1, own, 50), journal(newId(), 2, id)],
    ],
  ]
  const client = await pool().connect()
  for (const [reason, statements] of refused) {
    const run = async () => {
      await client.query("begin")
      for (const statement of statements) await client.query(statement)
      await client.query("commit")
    }
    await expect(run(), JSON.stringify(statements)).rejects.toThrow(reason)
    await client.query("rollback")
  }
  client.release()
  expect((await auditBooks(world.ctx)).faults).toEqual([])
})

test("LAW-02 PAY-03 a person's accounts are exported, and without the person the books still add up", async () => {
  const { holder, own, given } = await give("xp", 50)
  await write({ ...draftOf(newId(), [debit(given, 7), credit(own, 7)]), trace: [{ code: "gift", of: 7 }] })
  const subject = { user_id: holder, contacts: [] }
  const kept = await ledgerData.exportFor(world.ctx, subject)
  expect(kept.ledger_accounts).toMatchObject([{ kind: "xp", unit: "xp", balance: 57 }])
  expect(kept.ledger_entries).toMatchObject([{ amount: 50 }, { amount: 7, trace: [{ code: "gift", of: 7 }] }])
  const total = await sumAccount(world.ctx, "xp-given")
  await inTransaction(world.ctx, (tx) => ledgerData.eraseFor(tx, subject))
  expect(await ledgerData.exportFor(world.ctx, subject)).toEqual({ ledger_accounts: [], ledger_entries: [] })
  expect(await readBalance(world.ctx, "xp", holder)).toBe(0)
  const { rows } = await pool().query(
    "select 1 from ledger_journals j, ledger_entries e, ledger_accounts a where strpos(concat(j, e, a), $1) > 0",
    [holder],
  )
  expect(rows).toEqual([])
  expect(await sumAccount(world.ctx, "xp-given")).toBe(total)
  expect((await auditBooks(world.ctx)).faults).toEqual([])
})

type Happening = {
  key: number
  person: number
  amounts: Partial<Record<Unit, number>>
  gives: boolean
  undo: boolean
}

const amount = fc.integer({ min: 1, max: 40 })
const happening: fc.Arbitrary<Happening> = fc.record({
  key: fc.nat({ max: 12 }),
  person: fc.nat({ max: 2 }),
  amounts: fc
    .record({ xp: amount, points: amount, paise: amount }, { requiredKeys: [] })
    .filter((amounts) => Object.keys(amounts).length > 0),
  gives: fc.boolean(),
  undo: fc.boolean(),
})

test("PAY-03 after random journals, repeats and reversals at once the books sum to zero and replaying changes nothing", async () => {
  const run = async (batches: Happening[][]) => {
    const round = newId()
    const expected = new Map<string, number>()
    const content = new Map<string, Entry[]>()
    const written = new Map<string, Draft>()
    const note = (entries: readonly Entry[], sign: 1 | -1) => {
      for (const { account, amount } of entries) {
        const balance = balanceOf(account.normal_side, amount)
        expected.set(account.id, (expected.get(account.id) ?? 0) + sign * balance)
      }
    }
    const start = await pool().query<{ id: string; balance: number }>(
      "select id, balance from ledger_accounts where held",
    )
    for (const { id, balance } of start.rows) expected.set(id, balance)

    const happen = async ({ key, person, amounts, gives, undo }: Happening) => {
      const entries: Entry[] = []
      for (const [unit, amount] of Object.entries(amounts) as [Unit, number][]) {
        const { own, given } = await accountsOf(unit, people[person] as string)
        entries.push(
          ...(gives
            ? [debit(given, amount), credit(own, amount)]
            : [debit(own, amount), credit(given, amount)]),
        )
      }
      const draft = draftOf(`${round}:${key}`, entries)
      const journal = await write(draft)
      if (!journal.repeated) {
        content.set(journal.id, entries)
        written.set(journal.id, draft)
        note(entries, 1)
      }
      if (!undo) return
      const reversal = await reverse(draft.key)
      if (!reversal.repeated) note(content.get(journal.id) ?? entries, -1)
    }
    for (const batch of batches) {
      for (const outcome of await Promise.allSettled(batch.map(happen))) {
        if (outcome.status === "fulfilled") continue
        const known = outcome.reason instanceof KeyReused || outcome.reason instanceof BalanceTooLow
        if (!known) throw outcome.reason
      }
    }
    const balances = async () =>
      (await pool().query("select id, balance from ledger_accounts where held order by id")).rows
    const after = await balances()
    for (const { id, balance } of after) expect(balance).toBe(expected.get(id) ?? 0)
    expect(await auditBooks(world.ctx)).toMatchObject({ faults: [] })
    const before = await counted()
    for (const [id, draft] of written) expect(await write(draft)).toEqual({ id, repeated: true })
    expect(await counted()).toEqual(before)
    expect(await balances()).toEqual(after)
  }
  const batches = fc.array(fc.array(happening, { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 6,
  })
  await fc.assert(fc.asyncProperty(batches, run), { numRuns: 25 })
  expect(await brokenInvariants(pool())).toEqual([])
})
