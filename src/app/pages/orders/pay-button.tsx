import { useState } from "react"
import { useNavigate } from "react-router"
import type { z } from "zod"
import type { Checkout } from "#contract/payments/order.ts"
import { useBrand } from "#ui/brand.ts"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { loadScript } from "#ui/load-script.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { notify } from "#ui/notify.ts"
import { checkoutTexts } from "../checkout/checkout.texts.ts"

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

type Paid = { razorpay_payment_id: string; razorpay_signature: string }
type Razorpay = new (options: object) => { open(): void }

/** Razorpay serves its script from there alone, and this page's policy allows it. */
const SCRIPT = "https://checkout.razorpay.com/v1/checkout.js"

async function loadRazorpay(): Promise<Razorpay> {
  const site = window as { Razorpay?: Razorpay }
  if (!site.Razorpay) await loadScript(SCRIPT)
  if (!site.Razorpay) throw new Error("checkout.js brought no Razorpay")
  return site.Razorpay
}

type RazorpayButtonProps = Omit<PayButtonProps, "checkout"> & {
  checkout: Extract<z.infer<typeof Checkout>, { way: "razorpay" }>
}

function RazorpayButton({ checkout, title, returnTo, label }: RazorpayButtonProps) {
  const text = useTexts(checkoutTexts)
  const brand = useBrand()
  const navigate = useNavigate()
  const [opening, setOpening] = useState(false)
  async function open() {
    setOpening(true)
    try {
      const Razorpay = await loadRazorpay()
      new Razorpay({
        key: checkout.key_id,
        order_id: checkout.order_id,
        name: brand.name,
        description: title,
        // Typing a UPI id has ended; apps and QR codes remain.
        config: { display: { hide: [{ method: "upi", flows: ["collect"] }] } },
        handler: ({ razorpay_payment_id: payment_id, razorpay_signature: signature }: Paid) => {
          const { pathname } = new URL(returnTo)
          void navigate(`${pathname}?${new URLSearchParams({ payment_id, signature })}`)
        },
        modal: { confirm_close: true, ondismiss: () => setOpening(false) },
        // Browsers inside other apps on phones block its window: there it takes this tab, and comes back by a form.
        ...(matchMedia("(pointer: coarse)").matches && { callback_url: returnTo, redirect: true }),
      }).open()
    } catch {
      setOpening(false)
      notify.error(text.scriptFailed, text.scriptFailedText)
    }
  }
  return (
    <>
      <Button size="lg" busy={opening} onClick={open} className="sm:justify-self-start">
        {label}
      </Button>
      <noscript>
        <p>{text.needsScripts}</p>
      </noscript>
    </>
  )
}
