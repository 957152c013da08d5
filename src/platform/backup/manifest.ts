import type { BackedUpTable } from "./tables.ts"

/** The format that is written: the second has a checksum of every entry. */
export const FORMAT = 2
/** The formats that can be restored. */
export const FORMATS: readonly number[] = [1, FORMAT]

/** The tag of a migration that the release which made the archive doesn't have. */
export const UNKNOWN_MIGRATION = "unknown"

/** The first entry of an archive: its contents, to be compared after a restore. */
export type Manifest = {
  format: number
  /** The version of the product that made it. */
  version: string
  made_at: string
  /** The newest migration of the database; a restore first creates the schema up to it. */
  migration: { tag: string; when: number }
  tables: BackedUpTable[]
}

/** The last entry before the checksums. */
export type Ending = {
  files: number
  bytes: number
  /** Missing files that rows refer to. */
  missing: string[]
}
