import type { JournalLine } from "#contract/money.ts"
import { csvFile } from "#shared/csv-file.ts"
import type { Route } from "./+types/journal-csv.page.ts"
import { csvRequest } from "./csv-request.ts"

/** Accountants import files by these names, whatever language the office reads. */
const COLUMNS = ["Date", "Journal", "Kind", "Account", "Debit", "Credit", "Order"]

/** The entries of the books on some days, as a file. */
export async function loader(args: Route.LoaderArgs) {
  const { page, days, ask } = csvRequest(args)
  const lines: JournalLine[] = []
  let cursor: string | null = null
  do {
    const next: { items: JournalLine[]; next_cursor: string | null } = await ask(
      page.api.money.journal({ ...days, ...(cursor && { cursor }) }),
    )
    lines.push(...next.items)
    cursor = next.next_cursor
  } while (cursor)
  return csvFile(`journal-${days.first}-${days.last}.csv`, COLUMNS, lines.map(rowOf))
}

function rowOf(line: JournalLine) {
  const { date, journal_id, kind, account, debit_paise, credit_paise, order_number } = line
  return [date, journal_id, kind, account, { paise: debit_paise }, { paise: credit_paise }, order_number]
}
