import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { ProgramQuery } from "#contract/programs/programs.ts"
import { gradesTakingIn } from "../rules.ts"
import { type programKinds, programs, searchable, wordsOf } from "./table.ts"

/** A selection of programs by kind, and by text in their title, instructor or subject. */
export type Selection = Pick<ProgramQuery, "search" | "service" | "curriculum" | "subject" | "delivery"> & {
  /** Any of these grades, or every grade if empty. */
  grades: string[]
}

/** Selects the whole catalogue. */
export const ANY: Selection = {
  ...{ search: "", service: "all", curriculum: "all", subject: "all", delivery: "all" },
  grades: [],
}

/** Whether a selection selects everything. */
export function isWhole({ search, service, curriculum, subject, delivery, grades }: Selection): boolean {
  return search === "" && grades.length === 0 && ![service, curriculum, subject, delivery].some(isChosen)
}

/** Returns the selection of exactly what a list asks for. */
export function exactSelection({ grade, ...query }: ProgramQuery): Selection {
  const { search, service, curriculum, subject, delivery } = query
  return { search, service, curriculum, subject, delivery, grades: isChosen(grade) ? [plain(grade)] : [] }
}

/** Returns the selection with the grades that include the chosen one, as a range or 'All', in its place. */
export function looseSelection(query: ProgramQuery): Selection {
  return { ...exactSelection(query), grades: isChosen(query.grade) ? gradesTakingIn(query.grade) : [] }
}

/** Whether a filter has a value other than all. */
export function isChosen(wanted: string): boolean {
  return wanted !== "" && wanted !== "all"
}

// PostgreSQL rejects NUL in text. Programs contain no NUL, and their titles no line break.
function plain(text: string): string {
  return text.replace(/[\0\n]/g, "\u{fffd}")
}

function exactly(column: PgColumn, wanted: string): SQL | undefined {
  return isChosen(wanted) ? eq(column, plain(wanted)) : undefined
}

/** The filters by kind as a condition, on the programs or on the counts by kind. */
export function ofKinds(table: typeof programs | typeof programKinds, selection: Selection): SQL | undefined {
  return and(
    exactly(table.service, selection.service),
    exactly(table.curriculum, selection.curriculum),
    exactly(table.subject, selection.subject),
    exactly(table.delivery, selection.delivery),
    selection.grades.length > 0 ? inArray(table.grade, selection.grades) : undefined,
  )
}

/** A condition: case-insensitive substring of title, instructor or subject. Undefined without a search. */
export function containsSearch(search: string): SQL | undefined {
  if (!search) return undefined
  const escaped = plain(search).replace(/[\\%_]/g, (special) => `\\${special}`)
  return sql`${programs.search_text} like ${searchable(sql`${`%${escaped}%`}`)}`
}

/** Returns the search in lower case if it is within one word, else null. */
export function searchedWord(search: string): string | null {
  const word = search.toLowerCase()
  return /^[a-z0-9]+$/.test(word) ? word : null
}

/** A condition for programs that contain one of the words of an array. */
export function hasWord(words: SQL): SQL {
  return sql`${wordsOf(programs)} && ${words}`
}

export const offered = isNull(programs.archived_at)
