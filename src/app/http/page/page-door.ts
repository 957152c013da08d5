import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { createRouterClient } from "@orpc/server"
import { RouterContextProvider } from "react-router"
import { systemClock } from "#platform/context.ts"
import { OUTAGE_MESSAGES, OUTAGE_STATUS, type Outage, outageOf, TRY_AGAIN_SECONDS } from "#platform/outage.ts"
import { type PageRequest, pageRequest } from "#ui/api.ts"
import { IN_PLACE_HEADER, LEADS_TO_HEADER } from "#ui/in-place-headers.ts"
import { chooseLanguage } from "#ui/language.ts"
import { noteViews } from "../../events/seen-data.ts"
import { loggedPath, observeProcedures } from "../../observe.ts"
import type { AppRouter } from "../../router.ts"
import type { Runtime } from "../../runtime.ts"
import type { App, AppContext } from "../app.ts"
import { sendFile } from "../files.ts"
import { RequestRefused } from "../request-door.ts"
import { findEarlyFiles } from "./early-files.ts"
import { leadToFirstPage } from "./first-page.ts"
import { secureCookies } from "./page-cookies.ts"

export type PageHandler = (request: Request, context: RouterContextProvider) => Promise<Response>

type Pages = { router: AppRouter; renderPage: PageHandler; clientFolder: string | null }

/** Serves every page, and the error page if one fails. */
export function mountPages(app: App, runtime: Runtime, { router, renderPage, clientFolder }: Pages): void {
  const observe = observeProcedures(runtime.metrics)
  const early = findEarlyFiles(clientFolder)

  function pageFor(c: AppContext): PageRequest {
    const viewer = c.get("viewerEvenLocked")
    const language = c.get("language") ?? "en"
    const nonce = randomBytes(16).toString("base64")
    c.set("nonce", nonce)
    return {
      api: createRouterClient(router, {
        context: runtime.contextFor(viewer, c.get("log"), c.get("http")),
        interceptors: [leadToFirstPage(c), observe, noteOutage(c), noteViews(runtime.seen)],
      }),
      viewer,
      viewerUnknown: c.get("viewerUnknown") ?? false,
      reply: c.get("http")?.reply ?? new Headers(),
      requestId: c.get("requestId"),
      origin: new URL(runtime.env.APP_URL ?? c.req.url).origin,
      zone: runtime.settings.env().TIME_ZONE,
      brand: runtime.settings.brand(),
      now: systemClock.now(),
      trial: runtime.env.trial,
      lan: runtime.env.LAN,
      hasShop: runtime.settings.env().SHOP_OPEN,
      meetings: runtime.video.meetings !== null,
      nonce,
      language,
      earlyFiles: { messages: early.messages[language], frames: early.frames },
      inlineScripts: true,
      sendFile: (url) => sendFile(runtime, url, c.req.raw),
      log: c.get("log"),
    }
  }

  async function render(
    c: AppContext,
    request: Request,
    refused?: PageRequest["refused"],
  ): Promise<Response> {
    // An open page would lose what was typed to an error screen, or to a page for visitors.
    if (isForData(c) && c.get("viewerUnknown")) return answerOutage(c, "SERVICE_UNAVAILABLE")
    const page = { ...pageFor(c), ...(refused && { refused }) }
    const context = new RouterContextProvider()
    context.set(pageRequest, page)
    const response = await renderPage(request, context)
    if (c.get("outage") && isFailure(c, response)) return answerOutage(c, "SERVICE_UNAVAILABLE")
    if (page.origin.startsWith("https:")) secureCookies(response.headers)
    if (isInPlace(c) && response.status >= 300 && response.status < 400) return leadOn(response)
    c.set("staticPage", !page.inlineScripts)
    c.set("keepSeconds", page.keepSeconds ?? null)
    return response
  }

  /** Renders the page for a request that failed, or was refused before any page could begin. */
  async function renderFailure(
    c: AppContext,
    refused: PageRequest["refused"],
    headers: Record<string, string> = {},
  ): Promise<Response> {
    c.set("viewerEvenLocked", null)
    if (!c.get("language")) {
      const wishes = { cookies: c.req.header("cookie"), accepts: c.req.header("accept-language") }
      c.set("language", chooseLanguage({ ...wishes, asked: null }))
    }
    const address = new URL("/error", c.req.url)
    address.searchParams.set("from", c.req.path + (refused ? "" : new URL(c.req.url).search))
    if (c.req.method !== "GET") address.searchParams.set("sent", "")
    const request = new Request(address, { headers: { accept: "text/html" } })
    const response = await render(c, request, refused)
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  }

  /**
   * Responds when a service that the request needs is away or full; a browser that asked for data only keeps
   * its page.
   */
  async function answerOutage(c: AppContext, outage: Outage): Promise<Response> {
    c.set("outage", false)
    const headers = { "retry-after": String(TRY_AGAIN_SECONDS) }
    const status = OUTAGE_STATUS[outage]
    if (isForData(c)) return c.text(outage, status, headers)
    const message = OUTAGE_MESSAGES[outage]
    if (c.req.header("accept")?.includes("text/html")) {
      return renderFailure(c, { status, code: outage }, headers).catch(() => c.text(message, status, headers))
    }
    return c.json({ defined: false, code: outage, status, message }, status, headers)
  }

  app.all("*", (c) => render(c, c.req.raw))
  app.onError(async (error, c) => {
    const wantsPage = c.req.header("accept")?.includes("text/html") ?? false
    if (error instanceof RequestRefused) {
      const headers = error.headers(c.req.method)
      const { status, code, message } = error
      if (!wantsPage) return c.json({ defined: false, code, status, message }, status, headers)
      return renderFailure(c, { status, code }, headers).catch(() => c.text(message, status, headers))
    }
    const reference = c.get("requestId")
    const outage = outageOf(error)
    c.get("log").error({ err: error, path: loggedPath(c.req.path), outage }, "a request failed")
    if (outage) return answerOutage(c, outage)
    if (!wantsPage) {
      return c.json({ code: "INTERNAL_SERVER_ERROR", message: "Something went wrong", reference }, 500)
    }
    return renderFailure(c, null).catch(() => c.text(`Something went wrong. Reference: ${reference}`, 500))
  })
}

/** Whether an open page asks for the data of the next one, or posts in place. */
function isForData(c: AppContext): boolean {
  return c.req.path.endsWith(".data") || isInPlace(c)
}

/** Whether the small script of a visitor's page asks for another view of it, or posts in place. */
function isInPlace(c: AppContext): boolean {
  return c.req.header(IN_PLACE_HEADER) !== undefined
}

/** A redirect that a script can read, with its cookies. */
function leadOn({ headers }: Response): Response {
  const response = new Response(null, { status: 204, headers })
  response.headers.set(LEADS_TO_HEADER, headers.get("location") ?? "/")
  response.headers.delete("location")
  response.headers.set("cache-control", "no-store")
  return response
}

/** A form that fails because of an outage returns 503 with its own text; a page that can't be loaded in place has none. */
function isFailure(c: AppContext, { status }: Response): boolean {
  return status === 500 || (status === 503 && c.req.method === "GET" && isForData(c))
}

/** Remembers that a procedure of a page met an outage, so that the page's error says so. */
function noteOutage(c: AppContext) {
  return async <T>({ next }: { next(): T | Promise<T> }): Promise<T> => {
    try {
      return await next()
    } catch (error) {
      if (outageOf(error) === "SERVICE_UNAVAILABLE") c.set("outage", true)
      throw error
    }
  }
}

/** Where the built browser files lie, beside the built server. */
export function clientFolderOf(buildFolder: string): string {
  return join(buildFolder, "client")
}
