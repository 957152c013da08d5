import { z } from "zod"
import { formatPaise } from "#shared/money.ts"
import { redirectWithToast, serveButton, serveForm } from "#ui/api.ts"
import { deskTexts } from "./desk.texts.ts"
import { deskOrderPath } from "./paths.ts"

type Args = Parameters<typeof serveForm>[0]

const Refund = z.object({
  request_id: z.uuid(),
  amount_paise: z
    .string("Enter rupees, such as 4999 or 4999.50")
    .trim()
    .regex(/^\d{1,7}(\.\d{1,2})?$/, "Enter rupees, such as 4999 or 4999.50")
    .transform((rupees) => Math.round(Number(rupees) * 100))
    .refine((paise) => paise > 0, "Enter rupees, such as 4999 or 4999.50"),
  note: z.string().max(300),
  ends_enrolment: z.boolean().default(false),
})

const Settlement = z.object({
  refund_id: z.uuid(),
  how: z.enum(["payout", "credit"]),
  reference: z.string().max(60).default(""),
  agreed: z.boolean().default(false),
})

const Correction = z.object({
  refund_id: z.uuid(),
  reference: z.string("Fill this in").trim().min(1, "Fill this in").max(60),
})

const StageBack = z.object({ from: z.enum(["packed", "sent", "delivered", "ready", "collected"]) })

const Decline = z.object({
  refund_request_id: z.uuid(),
  reason: z.string("Fill this in").max(300),
})

/**
 * Serves the buttons of an order: give money back, decide about a refund that a colleague asked for, record how it was given,
 * ask the provider anew, and undo or correct what was recorded by mistake.
 */
export async function serveDesk(args: Args, order_number: string) {
  const form = await args.request.clone().formData()
  const path = deskOrderPath(order_number)
  const intent = String(form.get("intent"))
  if (intent === "retry") {
    return serveButton(args, async ({ api, language }) => {
      await api.orders.retryRefund({ refund_id: String(form.get("refund_id")) })
      return redirectWithToast(path, { tone: "success", title: deskTexts[language].one.retried })
    })
  }
  if (intent === "reopen") {
    return serveButton(args, async ({ api, language }) => {
      await api.orders.reopenRefund({ refund_id: String(form.get("refund_id")) })
      const { reopened: title, waits: description } = deskTexts[language].one
      return redirectWithToast(path, { tone: "success", title, description })
    })
  }
  if (intent === "take-back") {
    return serveButton(args, async ({ api, language }) => {
      await api.upi.takeBack({ claim_id: String(form.get("claim_id")) })
      const { takenBack: title, takenBackText: description } = deskTexts[language].one
      return redirectWithToast(path, { tone: "success", title, description })
    })
  }
  if (intent === "stage-back") {
    return serveForm(args, StageBack, async ({ from }, { api, language }) => {
      await api.shopDesk.stepBack({ order_number, from })
      return redirectWithToast(path, { tone: "success", title: deskTexts[language].one.steppedBack })
    })
  }
  if (intent === "settle") {
    return serveForm(args, Settlement, async (asked, { api, language }) => {
      await api.orders.settleRefund(asked)
      return redirectWithToast(path, { tone: "success", title: deskTexts[language].one.recorded })
    })
  }
  if (intent === "correct") {
    return serveForm(args, Correction, async (asked, { api, language }) => {
      await api.orders.correctReference(asked)
      return redirectWithToast(path, { tone: "success", title: deskTexts[language].one.corrected })
    })
  }
  if (intent === "approve-refund") {
    return serveButton(args, async ({ api, language }) => {
      await api.orders.approveRefund({ refund_request_id: String(form.get("refund_request_id")) })
      return redirectWithToast(path, { tone: "success", title: deskTexts[language].second.approved })
    })
  }
  if (intent === "decline-refund") {
    return serveForm(args, Decline, async (asked, { api, language }) => {
      await api.orders.declineRefund(asked)
      const { declined: title, declinedText: description } = deskTexts[language].second
      return redirectWithToast(path, { tone: "info", title, description })
    })
  }
  return serveForm(args, Refund, async (asked, { api, language }) => {
    const { outcome } = await api.orders.refund({ order_number, ...asked })
    const { one, second } = deskTexts[language]
    const amount = formatPaise(asked.amount_paise)
    return redirectWithToast(
      path,
      outcome === "waits"
        ? { tone: "info", title: second.waits, description: second.waitsText(amount) }
        : { tone: "success", title: one.given, description: one.givenText(amount) },
    )
  })
}
