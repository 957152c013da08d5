import type { ActionFunctionArgs } from "react-router"
import type { z } from "zod"
import { premisesDesk } from "#contract/premises/desk.ts"
import { pageRequest, serveButton, serveForm } from "#ui/api.ts"
import { premisesDeskTexts } from "./desk.texts.ts"

const Payment = premisesDesk.recordPayment["~orpc"].inputSchema as z.ZodObject<{
  quote_id: z.ZodUUID
  reference: z.ZodString
  amount_rupees: z.ZodCoercedNumber
  deducted_rupees: z.ZodDefault<z.ZodCoercedNumber>
  deducted_section: z.ZodDefault<z.ZodString>
  received_on: z.ZodISODate
  shared: z.ZodDefault<z.ZodCoercedBoolean>
  over: z.ZodDefault<z.ZodCoercedBoolean>
}>
const Charges = premisesDesk.writeOffRemainder["~orpc"].inputSchema as z.ZodObject<{
  quote_id: z.ZodUUID
  amount_paise: z.ZodCoercedNumber
}>
const ExcessReturn = premisesDesk.recordExcessReturn["~orpc"].inputSchema as z.ZodObject<{
  quote_id: z.ZodUUID
  payment_id: z.ZodUUID
  reference: z.ZodString
  returned_on: z.ZodISODate
}>
const Cancel = premisesDesk.cancelInvoice["~orpc"].inputSchema as z.ZodObject<{
  quote_id: z.ZodUUID
  reason: z.ZodString
}>
const Return = premisesDesk.recordReturn["~orpc"].inputSchema as z.ZodObject<{
  quote_id: z.ZodUUID
  reference: z.ZodString
  returned_on: z.ZodISODate
}>
const ReturnCorrection = premisesDesk.correctReturn["~orpc"].inputSchema as z.ZodObject<{
  quote_id: z.ZodUUID
  payment_id: z.ZodOptional<z.ZodUUID>
  reference: z.ZodString
}>

const INTENTS = [
  ...(["payment", "charges", "return-excess", "unpay"] as const),
  ...(["cancel", "approve-cancel", "keep", "return", "correct-return"] as const),
]
type Intent = (typeof INTENTS)[number]

/** Whether a button is one of an invoice's forms. */
export const isOfInvoice = (intent: string): intent is Intent => INTENTS.some((one) => one === intent)

/** Returns a field of a button's form. */
export async function sentId(request: Request, name: string): Promise<string> {
  return String((await request.clone().formData()).get(name) ?? "")
}

/** Notes a payment, what a bank kept or what went back, takes a payment back, or cancels the invoice. */
export async function serveInvoice(
  args: ActionFunctionArgs,
  intent: Intent,
  here: (title: string, description?: string) => Response,
) {
  const { invoice: text, cancel } = premisesDeskTexts[args.context.get(pageRequest).language]
  switch (intent) {
    case "payment":
      return serveForm(args, Payment, async (received, { api }) => {
        await api.premisesDesk.recordPayment(received)
        return here(text.saved)
      })
    case "charges":
      return serveForm(args, Charges, async (charges, { api }) => {
        await api.premisesDesk.writeOffRemainder(charges)
        return here(text.chargesSaved)
      })
    case "return-excess":
      return serveForm(args, ExcessReturn, async (returned, { api }) => {
        await api.premisesDesk.recordExcessReturn(returned)
        return here(cancel.returned)
      })
    case "unpay": {
      const [quote_id, payment_id] = [
        await sentId(args.request, "quote_id"),
        await sentId(args.request, "payment_id"),
      ]
      return serveButton(args, async ({ api }) => {
        await api.premisesDesk.reversePayment({ quote_id, payment_id })
        return here(text.takenBack)
      })
    }
    case "cancel":
      return serveForm(args, Cancel, async (asked, { api }) => {
        const { invoice } = await api.premisesDesk.cancelInvoice(asked)
        return invoice?.asked ? here(cancel.asked, cancel.askedText) : here(cancel.done, cancel.doneText)
      })
    case "approve-cancel": {
      const quote_id = await sentId(args.request, "quote_id")
      return serveButton(args, async ({ api }) => {
        await api.premisesDesk.approveCancellation({ quote_id })
        return here(cancel.done, cancel.doneText)
      })
    }
    case "keep": {
      const quote_id = await sentId(args.request, "quote_id")
      return serveButton(args, async ({ api }) => {
        await api.premisesDesk.keepInvoice({ quote_id })
        return here(cancel.kept)
      })
    }
    case "return":
      return serveForm(args, Return, async (returned, { api }) => {
        await api.premisesDesk.recordReturn(returned)
        return here(cancel.returned)
      })
    case "correct-return":
      return serveForm(args, ReturnCorrection, async (corrected, { api }) => {
        await api.premisesDesk.correctReturn(corrected)
        return here(cancel.corrected)
      })
  }
}
