import { formatPaise } from "#shared/money.ts"
import { type Membership, type Pickup, tableOf } from "./policy-tables.ts"

/* How a policy's figures are written in a Hindi sentence. */

const PARTS_OF_DAY = [
  { from: 20, name: "रात" },
  { from: 16, name: "शाम" },
  { from: 12, name: "दोपहर" },
  { from: 4, name: "सुबह" },
] as const

/** Formats the wall-clock time "10:00" as "सुबह 10 बजे", "18:30" as "शाम 6:30 बजे". */
export function hourOf(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  const part = PARTS_OF_DAY.find(({ from }) => hours >= from)?.name ?? "रात"
  return `${part} ${hours % 12 || 12}${minutes ? `:${String(minutes).padStart(2, "0")}` : ""} बजे`
}

/** Formats minutes as "10 मिनट"; whole hours as "6 घंटे". */
export function spanOf(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} मिनट`
  return minutes === 60 ? "1 घंटा" : `${minutes / 60} घंटे`
}

const months = (count: number) => (count === 1 ? "1 महीना" : `${count} महीने`)

export const formatsHi: Record<string, (value: never) => string> = {
  money: (paise: number) => formatPaise(paise),
  hour: hourOf,
  span: spanOf,
  ordinal: (count: number) => `${count} तारीख`,
  classes: (count: number) => (count === 1 ? "एक क्लास" : `${count} क्लास`),
  times: (count: number) => (count === 1 ? "एक बार" : `${count} बार`),
  list: (items: string[]) => new Intl.ListFormat("hi-IN").format(items),
  memberships: (rows: Membership[]) =>
    tableOf(
      ["सदस्यता", "छूट"],
      ...rows.map((row) => [months(row.months), row.discountPercent ? `${row.discountPercent}%` : "कोई नहीं"]),
    ),
  pickup: (rows: Pickup[]) =>
    tableOf(
      ["हफ़्ते में दिन", "महीने का शुल्क"],
      ...rows.map(({ daysPerWeek, pricePaise }) => [`${daysPerWeek} दिन`, formatPaise(pricePaise)]),
    ),
}
