import { CATALOGUE_PATH } from "../paths.ts"
/** The catalogue's filters and order, all of them stored in the address. */
export interface Filters {
  search: string
  service: string
  curriculum: string
  grade: string
  subject: string
  delivery: string
  sort: string
}

export type FilterName = keyof Filters

export const noFilters: Filters = {
  search: "",
  service: "all",
  curriculum: "all",
  grade: "all",
  subject: "all",
  delivery: "all",
  sort: "default",
}

export const filterNames = Object.keys(noFilters) as FilterName[]

/** The longest search the API takes. */
export const longestSearch = 100

export interface Choice {
  value: string
  label: string
}

/** The values of each selector. Subjects are only known once the programs have been loaded. */
export type Choices = Record<"service" | "curriculum" | "grade" | "delivery" | "sort", readonly Choice[]>

/**
 * Reads the filters from an address. Values that no selector has become the default and are listed in
 * `ignored`.
 */
export function readFilters(params: URLSearchParams, choices: Choices) {
  const filters = { ...noFilters }
  const ignored: Ignored[] = []
  for (const name of filterNames) {
    const value = params.get(name)?.trim()
    if (!value) continue
    if (name === "search") filters.search = value.slice(0, longestSearch).trim()
    else if (name === "subject" && value.length <= 60) filters.subject = value
    else if (name !== "subject" && choices[name].some((choice) => choice.value === value))
      filters[name] = value
    else ignored.push({ name, value })
  }
  return { filters, ignored }
}

/** A value that no selector has. */
export type Ignored = { name: Exclude<FilterName, "search">; value: string }

/** Returns an ignored value, shortened, with its field's name in the reader's language. */
export function describeIgnored({ name, value }: Ignored, names: Record<FilterName, string>): string {
  return `${names[name].toLowerCase()} “${value.length > 40 ? `${value.slice(0, 40)}…` : value}”`
}

/** How many programs a page adds: a multiple of every number of columns, so that no row is left open. */
export const PAGE_SIZE = 12
/** The most programs in one view; the next ones have a view of their own. */
const MOST_SHOWN = 5 * PAGE_SIZE

/**
 * Which part of the list is shown: so many programs from the cursor on. It is in the address, so that the
 * back button and a reload keep the place.
 */
export interface Part {
  cursor?: string | undefined
  shown?: string | undefined
}

/** Reads the part of the list from an address, with how many programs that are. */
export function readPart(params: URLSearchParams): Part & { limit: number } {
  const cursor = params.get("cursor")?.slice(0, 300) || undefined
  const pages = Math.round(Number(params.get("shown")) / PAGE_SIZE)
  const limit = Math.min(Math.max(pages || 1, 1) * PAGE_SIZE, MOST_SHOWN)
  return { cursor, shown: limit > PAGE_SIZE ? String(limit) : undefined, limit }
}

/** Returns the part with one more page; from the view's end on, the part after it. */
export function nextPart({ cursor, limit }: Part & { limit: number }, next: string | null): Part | null {
  if (next === null) return null
  return limit < MOST_SHOWN ? { cursor, shown: String(limit + PAGE_SIZE) } : { cursor: next }
}

/** Returns the address of a filtered view, without values at their default. */
export function addressOf(filters: Filters, rest: Part & { program?: string } = {}): string {
  const params = new URLSearchParams()
  for (const name of filterNames) {
    if (filters[name] !== noFilters[name]) params.set(name, filters[name])
  }
  for (const [name, value] of Object.entries(rest)) if (value) params.set(name, value)
  const query = params.toString()
  return query ? `${CATALOGUE_PATH}?${query}` : CATALOGUE_PATH
}

/** Whether anything, including the order, differs from what 'Clear all' restores. */
export function isFiltered(filters: Filters): boolean {
  return filterNames.some((name) => filters[name] !== noFilters[name])
}
