import { receiveReports, receiveWhatsApp } from "#features/notifications/server/reports.ts"
import { notePostedReturn } from "#features/payments/server/returning.ts"
import { receiveEvent } from "#features/payments/server/webhook.ts"
import { orderPath } from "#features/programs/paths.ts"
import { receiveWebhook } from "#features/rooms/server/webhook.ts"
import type { Runtime } from "../runtime.ts"
import type { App } from "./app.ts"
import { POSTED_RETURN } from "./origin.ts"

/** Receives the video server's events about its rooms. */
export function mountWebhooks(app: App, runtime: Runtime): void {
  app.post("/hooks/livekit", async (c) => {
    const ctx = runtime.contextFor(null, c.get("log"))
    const taken = await receiveWebhook(ctx, await c.req.text(), c.req.header("authorization"))
    return taken === "accepted" ? c.json({}) : c.json({ code: "FORGED" }, 401)
  })
}

export function mountSmsReports(app: App, runtime: Runtime): void {
  app.post("/hooks/sms/:provider", async (c) => {
    const ctx = runtime.contextFor(null, c.get("log"))
    const here = new URL(c.req.url)
    const taken = await receiveReports(ctx, c.req.param("provider"), {
      // The address as the provider knows it, regardless of the proxies in between.
      url: new URL(here.pathname + here.search, runtime.env.APP_URL ?? ctx.address).href,
      headers: c.req.raw.headers,
      body: await c.req.text(),
    })
    if (taken === "forged") return c.json({ code: "FORGED" }, 401)
    return taken === "accepted" ? c.json({}) : c.json({ code: "NOT_FOUND" }, 404)
  })
}

/** Answers Meta's question whether this address is ours, and receives what became of WhatsApp messages. */
export function mountWhatsApp(app: App, runtime: Runtime): void {
  app.get("/hooks/whatsapp", (c) => {
    const { whatsapp } = runtime.contextFor(null, c.get("log"))
    const challenge = whatsapp?.answerChallenge(new URL(c.req.url).searchParams)
    return challenge ? c.text(challenge) : c.json({ code: "FORBIDDEN" }, 403)
  })
  app.post("/hooks/whatsapp", async (c) => {
    const ctx = runtime.contextFor(null, c.get("log"))
    const taken = await receiveWhatsApp(ctx, c.req.raw.headers, Buffer.from(await c.req.arrayBuffer()))
    if (taken === "forged") return c.json({ code: "FORGED" }, 401)
    return taken === "accepted" ? c.json({}) : c.json({ code: "NOT_FOUND" }, 404)
  })
}

/** Receives what the payment provider reports, as the bytes that it signed. */
export function mountPaymentEvents(app: App, runtime: Runtime): void {
  app.post("/hooks/payments/:provider", async (c) => {
    const ctx = runtime.contextFor(null, c.get("log"))
    const body = Buffer.from(await c.req.arrayBuffer())
    const taken = await receiveEvent(ctx, c.req.param("provider"), body, c.req.raw.headers)
    if (taken === "forged") return c.json({ code: "FORGED" }, 401)
    return taken === "accepted" ? c.json({}) : c.json({ code: "NOT_FOUND" }, 404)
  })
}

/** As much as a signed return may be, in bytes. */
const LARGEST_RETURN = 4_096

/**
 * Receives payers whom the provider sends back by a form of its own site. Only its signature for our stored order
 * counts: opening the order's page afterwards still requires signing in.
 */
export function mountPostedReturns(app: App, runtime: Runtime): void {
  app.post(POSTED_RETURN, async (c) => {
    const number = c.req.param("number").slice(0, 40)
    const body = await c.req.text()
    const form = new URLSearchParams(body.length > LARGEST_RETURN ? "" : body)
    const isPaid = await notePostedReturn(runtime.contextFor(null, c.get("log")), {
      order_number: number,
      payment_id: form.get("razorpay_payment_id") ?? "",
      signature: form.get("razorpay_signature") ?? "",
    })
    return c.redirect(`${orderPath(number)}${isPaid ? "?done" : ""}`, 303)
  })
}
