import { data } from "react-router"
import { csvFile } from "#shared/csv-file.ts"
import type { Route } from "./+types/gstr1-csv.page.ts"
import { csvRequest } from "./csv-request.ts"

/** One table of GSTR-1 as the GST offline tool imports it. */
export async function loader(args: Route.LoaderArgs) {
  const { page, days, params, ask } = csvRequest(args)
  const gstin = params.get("gstin")?.slice(0, 20)
  const { tables } = await ask(page.api.money.gstr1({ ...days, ...(gstin && { gstin }) }))
  const table = tables.find(({ name }) => name === params.get("table"))
  if (!table) throw data(null, { status: 404 })
  return csvFile(`gstr1-${table.name}-${days.first}-${days.last}.csv`, table.columns, table.rows)
}
