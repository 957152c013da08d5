import { loadScript } from "#ui/load-script.ts"

/* The script of an order's page: it opens Razorpay's window over the page. */

/** What the window is told. `callback_url` is where payers come back to. */
export type WindowOrder = Record<"key" | "order_id" | "name" | "description" | "callback_url", string>

type Paid = { razorpay_payment_id: string; razorpay_signature: string }
type Razorpay = new (options: object) => { open(): void }

/** Razorpay serves its script from there alone, and the page's policy allows it. */
const SCRIPT = "https://checkout.razorpay.com/v1/checkout.js"

async function loadRazorpay(): Promise<Razorpay> {
  const site = window as { Razorpay?: Razorpay }
  if (!site.Razorpay) await loadScript(SCRIPT)
  if (!site.Razorpay) throw new Error("checkout.js brought no Razorpay")
  return site.Razorpay
}

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>("button[data-razorpay]") : null
  if (button && !button.hasAttribute("aria-disabled")) void open(button)
})

async function open(button: HTMLElement): Promise<void> {
  const { callback_url, ...order } = JSON.parse(button.dataset.razorpay ?? "") as WindowOrder
  const failed = document.querySelector<HTMLElement>("[data-window-failed]")
  const close = () => {
    button.removeAttribute("aria-disabled")
    delete button.dataset.inUse
  }
  button.setAttribute("aria-disabled", "true")
  // Loaded anew, the page would lose the window, which stands in it.
  button.dataset.inUse = ""
  failed?.setAttribute("hidden", "")
  try {
    const Razorpay = await loadRazorpay()
    new Razorpay({
      ...order,
      // Typing a UPI id has ended; apps and QR codes remain.
      config: { display: { hide: [{ method: "upi", flows: ["collect"] }] } },
      handler: ({ razorpay_payment_id: payment_id, razorpay_signature: signature }: Paid) =>
        // At the address under which the payer is signed in, which may be another one than the academy's public one.
        location.assign(
          `${new URL(callback_url).pathname}?${new URLSearchParams({ payment_id, signature })}`,
        ),
      modal: {
        confirm_close: true,
        ondismiss: () => {
          close()
          // What changed meanwhile is loaded now, as after a dialog.
          button.dispatchEvent(new Event("close"))
        },
      },
      // Browsers inside other apps on phones block its window: there it takes this tab, and comes back by a form.
      ...(matchMedia("(pointer: coarse)").matches && { callback_url, redirect: true }),
    }).open()
  } catch {
    close()
    failed?.removeAttribute("hidden")
  }
}
