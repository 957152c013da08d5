import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { isId } from "#shared/ids.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { billFile, billPdf } from "../bills/bill-pdf.ts"
import type { Route } from "./+types/bill.page.ts"

/** A bill as a PDF, made of what was issued, in the reader's language. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  if (!isId(params.billId)) throw data(null, { status: 404 })
  try {
    const bill = await page.api.bills.read({ bill_id: params.billId })
    return new Response(new Uint8Array(await billPdf(bill, page.language)), {
      headers: {
        "content-type": "application/pdf",
        "content-disposition": `attachment; filename="${billFile(bill)}"`,
        "cache-control": "no-store",
        "x-robots-tag": "noindex",
      },
    })
  } catch (error) {
    if (error instanceof ORPCError && (error.status === 404 || error.status === 403))
      throw data(null, { status: 404 })
    throw error
  }
}
