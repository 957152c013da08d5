import type { JournalLine } from "#contract/money.ts"
import { csvPages } from "#shared/csv-file.ts"
import type { Route } from "./+types/journal-csv.page.ts"
import { csvRequest } from "./csv-request.ts"

/** Accountants import files by these names, whatever language the office reads. */
const COLUMNS = ["Date", "Journal", "Kind", "Account", "Debit", "Credit", "Order"]

type Page = { items: JournalLine[]; next_cursor: string | null }

/** The entries of the books on some days, as a file that is read and sent page by page. */
export async function loader(args: Route.LoaderArgs) {
  const { page, days, ask } = csvRequest(args)
  const read = (cursor: string | null): Promise<Page> =>
    page.api.money.journal({ ...days, ...(cursor && { cursor }) })
  // Before the file begins, so that a refusal is still a page.
  const first = await ask(read(null))
  return csvPages(`journal-${days.first}-${days.last}.csv`, COLUMNS, pagesFrom(first, read))
}

async function* pagesFrom(first: Page, read: (cursor: string) => Promise<Page>) {
  let next = first
  for (;;) {
    yield next.items.map(rowOf)
    if (next.next_cursor === null) return
    next = await read(next.next_cursor)
  }
}

function rowOf(line: JournalLine) {
  const { date, journal_id, kind, account, debit_paise, credit_paise, order_number } = line
  return [date, journal_id, kind, account, { paise: debit_paise }, { paise: credit_paise }, order_number]
}
