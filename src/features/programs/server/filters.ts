import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { ProgramQuery } from "#contract/programs.ts"
import { gradesTakingIn } from "../rules.ts"
import { type programKinds, programs, searchable, wordsOf } from "./table.ts"

/** Which programs are meant: of these kinds, with this in their title, instructor or subject. */
export type Selection = Pick<ProgramQuery, "search" | "service" | "curriculum" | "subject"> & {
  /** One of these, or any where the list is empty. */
  grades: string[]
}

/** The whole catalogue. */
export const ANY: Selection = { search: "", service: "all", curriculum: "all", subject: "all", grades: [] }

/** Whether a selection leaves nothing out. */
export function isWhole({ search, service, curriculum, subject, grades }: Selection): boolean {
  return search === "" && grades.length === 0 && ![service, curriculum, subject].some(isChosen)
}

/** What a list asks for exactly. */
export function exactSelection({ search, service, curriculum, grade, subject }: ProgramQuery): Selection {
  return { search, service, curriculum, subject, grades: isChosen(grade) ? [plain(grade)] : [] }
}

/** The same, but of programs whose range or 'All' takes in the chosen grade. */
export function looseSelection(query: ProgramQuery): Selection {
  return { ...exactSelection(query), grades: isChosen(query.grade) ? gradesTakingIn(query.grade) : [] }
}

/** Whether a filter narrows anything. */
export function isChosen(wanted: string): boolean {
  return wanted !== "" && wanted !== "all"
}

// PostgreSQL takes no NUL in a text, no program has one, and no program's title has a line break.
function plain(text: string): string {
  return text.replace(/[\0\n]/g, "\u{fffd}")
}

function exactly(column: PgColumn, wanted: string): SQL | undefined {
  return isChosen(wanted) ? eq(column, plain(wanted)) : undefined
}

/** The filters by kind, on the programs or on the tally of their kinds. */
export function ofKinds(table: typeof programs | typeof programKinds, selection: Selection): SQL | undefined {
  return and(
    exactly(table.service, selection.service),
    exactly(table.curriculum, selection.curriculum),
    exactly(table.subject, selection.subject),
    selection.grades.length > 0 ? inArray(table.grade, selection.grades) : undefined,
  )
}

/** Case-insensitive substring of title, instructor or subject; undefined without a search. */
export function containsSearch(search: string): SQL | undefined {
  if (!search) return undefined
  const escaped = plain(search).replace(/[\\%_]/g, (special) => `\\${special}`)
  return sql`${programs.search_text} like ${searchable(sql`${`%${escaped}%`}`)}`
}

/** The search in small letters when it stands within one word of a program, else null. */
export function searchedWord(search: string): string | null {
  const word = search.toLowerCase()
  return /^[a-z0-9]+$/.test(word) ? word : null
}

/** Whether a program holds one of the words of an array. */
export function hasWord(words: SQL): SQL {
  return sql`${wordsOf(programs)} && ${words}`
}

export const offered = isNull(programs.archived_at)
