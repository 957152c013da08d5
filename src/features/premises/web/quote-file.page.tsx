import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { billFile, billPdf } from "#features/payments/bills/bill-pdf.ts"
import { pageRequest } from "#ui/api.ts"
import { quotePdf } from "../quotes/quote-pdf.ts"
import type { Route } from "./+types/quote-file.page.ts"

/** A quote, the invoice that followed, or what cancelled it, as a PDF for whom it was sent to, in the reader's language. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { token, file } = params
  try {
    if (file === "invoice.pdf") {
      const bill = await page.api.premises.invoice({ token })
      return pdfFile(billFile(bill), await billPdf(bill, page.language))
    }
    if (file === "credit-note.pdf") {
      const note = await page.api.premises.creditNote({ token })
      return pdfFile(billFile(note), await billPdf(note, page.language))
    }
    if (file !== "quote.pdf") throw data(null, { status: 404 })
    const { quote } = await page.api.premises.quote({ token })
    return pdfFile(billFile(quote), await quotePdf(quote, page.language))
  } catch (error) {
    if (error instanceof ORPCError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
}

function pdfFile(name: string, content: Buffer): Response {
  return new Response(new Uint8Array(content), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    },
  })
}
