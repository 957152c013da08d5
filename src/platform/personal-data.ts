import type { Ctx, Reclaimed } from "./context.ts"

/** A person as the tables of all features know them. */
export type Subject = {
  user_id: string
  /** The e-mail, where the person proved to read it, and phones in E.164: for what is kept by contact alone. */
  contacts: readonly string[]
}

/**
 * What one feature keeps about people: a module `server/personal-data.ts` of each feature that has any, joined in
 * the app. A test finds tables that none of them names.
 */
export type PersonalDataOf = {
  feature: string
  /** Every table of the feature in which a person can be found. */
  tables: readonly string[]
  /** The rows that concern a person, by table, without secrets. */
  exportFor(ctx: Pick<Ctx, "db">, subject: Subject): Promise<Record<string, unknown>>
  /**
   * Erases a person in the caller's transaction. Answers how many rows stay because they decide something for a
   * family: they tell nothing of the person but the id, so the account's row stays empty for them to hang on.
   */
  eraseFor(tx: Ctx, subject: Subject): Promise<number>
  /**
   * Ends what somebody else may have set up before the owner proved the e-mail, in the caller's transaction. Left out
   * where everything stays, or ended with the account's ways in. A test asks of every table what becomes of it.
   */
  reclaimFor?(tx: Ctx, reclaimed: Reclaimed): Promise<void>
}
