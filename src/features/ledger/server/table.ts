import { sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import { user } from "#features/accounts/server/table.ts"
import { instant } from "#platform/database/columns.ts"
import type { Side, TraceStep, Unit } from "../rules.ts"

/**
 * Accounts of the books: one of each kind for the academy, and one for each person who holds some. Kind, unit
 * and side never change.
 */
export const ledgerAccounts = pgTable(
  "ledger_accounts",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind").notNull(),
    unit: text("unit").$type<Unit>().notNull(),
    normal_side: text("normal_side").$type<Side>().notNull(),
    /** Whether it is a person's. It stays so after the person is erased, without a holder. */
    held: boolean("held").notNull(),
    holder: uuid("holder").references(() => user.id, { onDelete: "set null" }),
    /**
     * The sum of a person's entries on the account's side, which a trigger on the entries keeps. The
     * academy's accounts have none: all journals would wait for each other there, so they are summed.
     */
    balance: bigint("balance", { mode: "number" }),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("ledger_accounts_of_person")
      .on(table.holder, table.kind)
      .where(sql`${table.holder} is not null`),
    uniqueIndex("ledger_accounts_of_academy").on(table.kind).where(sql`not ${table.held}`),
    check("ledger_accounts_unit", sql`${table.unit} in ('paise', 'points', 'xp')`),
    check("ledger_accounts_side", sql`${table.normal_side} in ('debit', 'credit')`),
    check("ledger_accounts_held", sql`${table.held} = (${table.balance} is not null)`),
    check("ledger_accounts_holder", sql`${table.held} or ${table.holder} is null`),
    check("ledger_accounts_floor", sql`${table.balance} >= 0`),
  ],
)

/** What happened once. Never changed and never deleted: a mistake is reversed by another journal. */
export const ledgerJournals = pgTable(
  "ledger_journals",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind").notNull(),
    /** Names what happened without naming a person, so that it can stay when they are erased. */
    idempotency_key: text("idempotency_key").notNull(),
    /** How many entries belong to it, so that none can be added later. */
    lines: integer("lines").notNull(),
    rules_version: text("rules_version").notNull(),
    /** The steps that led to the amounts, as codes with values. */
    trace: jsonb("trace").$type<TraceStep[]>().notNull().default([]),
    /** When it counts, which may be before it was written. */
    effective_at: instant("effective_at").notNull(),
    reverses: uuid("reverses").references((): AnyPgColumn => ledgerJournals.id),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("ledger_journals_once").on(table.idempotency_key),
    uniqueIndex("ledger_journals_reversed_once").on(table.reverses),
    index("ledger_journals_in_order").on(table.effective_at, table.id),
    index("ledger_journals_of_kind").on(table.kind, table.effective_at, table.id),
    check("ledger_journals_lines", sql`${table.lines} > 0`),
  ],
)

/** The lines of journals. Debits are positive, credits negative; of each unit a journal's sum to zero. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    journal_id: uuid("journal_id")
      .notNull()
      .references(() => ledgerJournals.id),
    line: integer("line").notNull(),
    account_id: uuid("account_id")
      .notNull()
      .references(() => ledgerAccounts.id),
    amount: bigint("amount", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.journal_id, table.line] }),
    index("ledger_entries_of_account").on(table.account_id, table.amount),
    check("ledger_entries_amount", sql`${table.amount} <> 0`),
  ],
)
