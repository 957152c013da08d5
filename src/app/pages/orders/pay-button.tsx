import type { z } from "zod"
import type { Checkout } from "#contract/payments/order.ts"
import { useBrand } from "#ui/brand.ts"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { checkoutTexts } from "../checkout/checkout.texts.ts"
import type { WindowOrder } from "./pay-window.ts"

type PayButtonProps = {
  /** Direct UPI has no such button: the payer's own app is opened. */
  checkout: Exclude<z.infer<typeof Checkout>, { way: "upi" }>
  /** What is bought. */
  title: string
  /** Where the payer comes back to, with what the provider signed. */
  returnTo: string
  label: string
}

/** Leads to the gateway's page, or opens the provider's window over this one. */
export function PayButton({ checkout, title, returnTo, label }: PayButtonProps) {
  const language = useLanguage()
  const brand = useBrand()
  if (checkout.way === "razorpay") {
    return <RazorpayButton checkout={checkout} title={title} returnTo={returnTo} label={label} />
  }
  // The gateway doesn't know what it is paid for, and shows what it is told, as Razorpay's window does.
  const { pathname: return_to } = new URL(returnTo)
  const search = new URLSearchParams({ return_to, language, name: brand.name, description: title })
  return (
    <a
      href={`${checkout.path}?${search}`}
      className={buttonClass({ size: "lg", className: "sm:justify-self-start" })}
    >
      {label}
    </a>
  )
}

type RazorpayButtonProps = Omit<PayButtonProps, "checkout"> & {
  checkout: Extract<z.infer<typeof Checkout>, { way: "razorpay" }>
}

/** Opens the provider's window by the page's script. */
function RazorpayButton({ checkout, title, returnTo, label }: RazorpayButtonProps) {
  const text = useTexts(checkoutTexts)
  const { name } = useBrand()
  const { key_id: key, order_id } = checkout
  const order: WindowOrder = { key, order_id, name, description: title, callback_url: returnTo }
  return (
    <>
      <Button size="lg" data-razorpay={JSON.stringify(order)} className="sm:justify-self-start">
        {label}
      </Button>
      <div role="alert" hidden data-window-failed className="rounded-md bg-danger-tint p-4">
        <p className="font-semibold">{text.scriptFailed}</p>
        <p>{text.scriptFailedText}</p>
      </div>
      <noscript>
        <p>{text.needsScripts}</p>
      </noscript>
    </>
  )
}
