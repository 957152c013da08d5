import { CATALOGUE_PATH } from "../paths.ts"
/** What the catalogue is narrowed to and how it is ordered. All of it stands in the address. */
export interface Filters {
  search: string
  service: string
  curriculum: string
  grade: string
  subject: string
  sort: string
}

export type FilterName = keyof Filters

export const noFilters: Filters = {
  search: "",
  service: "all",
  curriculum: "all",
  grade: "all",
  subject: "all",
  sort: "default",
}

export const filterNames = Object.keys(noFilters) as FilterName[]

/** The longest search the API takes. */
export const longestSearch = 100

export interface Choice {
  value: string
  label: string
}

/** The values each selector offers; subjects are known only once the programs have been read. */
export type Choices = Record<"service" | "curriculum" | "grade" | "sort", readonly Choice[]>

/** Reads the filters from an address. What no selector offers falls back and is named in `ignored`. */
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

/** A value that no selector offers. */
export type Ignored = { name: Exclude<FilterName, "search">; value: string }

/** A value that was left out, short enough to show, by its field's name in the reader's language. */
export function describeIgnored({ name, value }: Ignored, names: Record<FilterName, string>): string {
  return `${names[name].toLowerCase()} “${value.length > 40 ? `${value.slice(0, 40)}…` : value}”`
}

/** The address of a filtered view; what stands at its default is left out of it. */
export function addressOf(filters: Filters, rest: { program?: string; cursor?: string } = {}): string {
  const params = new URLSearchParams()
  for (const name of filterNames) {
    if (filters[name] !== noFilters[name]) params.set(name, filters[name])
  }
  for (const [name, value] of Object.entries(rest)) if (value) params.set(name, value)
  const query = params.toString()
  return query ? `${CATALOGUE_PATH}?${query}` : CATALOGUE_PATH
}

/** Whether anything, the order included, differs from what 'Clear all' restores. */
export function isFiltered(filters: Filters): boolean {
  return filterNames.some((name) => filters[name] !== noFilters[name])
}
