import type { SQL } from "drizzle-orm"
import type { Ctx, Reclaimed } from "./context.ts"

/** A person as identified in the tables of all features. */
export type Subject = {
  user_id: string
  /** The e-mail, if the person proved to own it, and phones in E.164: for data kept by contact only. */
  contacts: readonly string[]
}

/**
 * The personal data that one feature keeps: a module `server/personal-data.ts` of each feature that has any,
 * joined in the app. A test finds tables that none of them names.
 */
export type PersonalDataOf = {
  feature: string
  /** Every table of the feature in which a person can be found. */
  tables: readonly string[]
  /**
   * Whether erasing takes only contacts that the person proved, since others depend on rows that are found by contact alone:
   * anybody can sign up with an organisation's e-mail, or enter its phone.
   */
  byProvedContact?: true
  /**
   * A condition on the users of a query: something here refers to the person for which an account stays, although its
   * e-mail was never confirmed. Left out if nothing does.
   */
  attached?: SQL
  /** The rows that concern a person, by table, without secrets. The viewer is the person or their guardian. */
  exportFor(ctx: Pick<Ctx, "db" | "viewer">, subject: Subject): Promise<Record<string, unknown>>
  /**
   * Erases a person in the caller's transaction. Returns how many rows stay because they record a family's
   * decision: they contain only the person's id, so the account's row stays, emptied, for them to refer to.
   */
  eraseFor(tx: Ctx, subject: Subject): Promise<number>
  /**
   * Deletes what another person may have set up before the owner proved the e-mail, in the caller's
   * transaction. Left out if everything stays, or ended with the account's ways to sign in. A test checks
   * that every table is covered.
   */
  reclaimFor?(tx: Ctx, reclaimed: Reclaimed): Promise<void>
}
