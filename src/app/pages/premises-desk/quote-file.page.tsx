import { data } from "react-router"
import { adminRequest } from "#features/admin/web/admin-page.tsx"
import { billFile } from "#features/payments/bills/bill-pdf.ts"
import { quotePdf } from "#features/premises/quotes/quote-pdf.ts"
import { isId } from "#shared/ids.ts"
import type { Route } from "./+types/quote-file.page.ts"

/** A quote as a PDF, as it was sent, in the language that `in` names. */
export async function loader(args: Route.LoaderArgs) {
  const page = adminRequest(args)
  const { enquiryId, quoteId } = args.params
  if (!isId(enquiryId)) throw data(null, { status: 404 })
  const { quotes } = await page.api.premisesDesk.read({ enquiry_id: enquiryId })
  const quote = quotes.find(({ id }) => id === quoteId)
  if (!quote) throw data(null, { status: 404 })
  const language = new URL(args.request.url).searchParams.get("in") === "hi" ? "hi" : "en"
  return new Response(new Uint8Array(await quotePdf(quote, language)), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${billFile(quote)}"`,
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    },
  })
}
