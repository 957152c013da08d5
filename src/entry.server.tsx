import "#ui/layout/frames.server.ts"
import "#ui/messages/all.server.ts"
import { PassThrough, Writable } from "node:stream"
import { createReadableStreamFromReadable } from "@react-router/node"
import { isbot } from "isbot"
import { renderToPipeableStream, renderToStaticMarkup } from "react-dom/server"
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from "react-router"
import { type PageRequest, pageRequest } from "#ui/api.ts"
import { BrandContext } from "#ui/brand.ts"
import { isSentStatic, type SentStatic, SentStaticContext } from "#ui/visitor/sent-static.ts"

const RENDER_WITHIN_MS = 5_000
/** A page that takes longer is streamed. */
const COMPLETE_WITHIN_MS = 50

/**
 * Renders a page: in one piece if it is complete shortly after its shell, as nearly all are; else as a stream
 * for people. Crawlers wait for all of it.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const page = context.get(pageRequest)
  page.inlineScripts = !isStatic(entry, page)
  headers.set("content-type", "text/html; charset=utf-8")
  if (!page.inlineScripts) return renderStatic(request, status, headers, entry, page)
  const { nonce } = page
  return new Promise((resolve, reject) => {
    let shellStands = false
    let complete = false
    let answerStatus = status
    const whole = isbot(request.headers.get("user-agent")) || entry.isSpaMode
    let patience: NodeJS.Timeout | undefined
    let answered = false
    const respond = () => {
      if (answered) return
      answered = true
      clearTimeout(patience)
      if (!complete) {
        const body = new PassThrough()
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status: answerStatus }))
        return void pipe(body)
      }
      collect(pipe, (body) => resolve(new Response(body, { headers, status: answerStatus })))
    }
    const { pipe, abort } = renderToPipeableStream(
      <BrandContext value={page.brand}>
        <ServerRouter context={withMatchesOnly(entry)} url={request.url} nonce={nonce} />
      </BrandContext>,
      {
        nonce,
        // Keep finished parts in their position: moved to the end, they would need scripts to be shown.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        onShellReady() {
          shellStands = true
          // The router sends its data in later turns of the loop, so the rest comes a moment after the shell.
          if (!whole) patience = setTimeout(respond, COMPLETE_WITHIN_MS)
        },
        onAllReady() {
          complete = true
          clearTimeout(timer)
          respond()
        },
        onShellError: reject,
        onError(error: unknown) {
          answerStatus = 500
          page.log.error({ err: error }, "a page could not be rendered")
          if (shellStands) reject(error)
        },
      },
    )
    const timer = setTimeout(abort, RENDER_WITHIN_MS + 1_000)
  })
}

/**
 * Renders a page that is sent without React, as one string: nothing on it comes late, and the comments by which React would
 * find its way in the browser are left out. Rejects where a component throws.
 */
async function renderStatic(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  page: PageRequest,
): Promise<Response> {
  const html = renderToStaticMarkup(
    <BrandContext value={page.brand}>
      <SentStaticContext value>
        <ServerRouter context={withMatchesOnly(entry)} url={request.url} />
      </SentStaticContext>
    </BrandContext>,
  )
  return new Response(`<!DOCTYPE html>${html}`, { headers, status })
}

/** What is rendered needs the routes that the address matched: the router would make all of them anew for each page. */
function withMatchesOnly(entry: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entry
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]),
  )
  return { ...entry, manifest: { ...manifest, routes } }
}

/** The rendered page in one piece: small chunks cost more to hand on than to make. */
function collect(pipe: (target: Writable) => unknown, done: (body: Uint8Array<ArrayBuffer>) => void): void {
  const chunks: Uint8Array[] = []
  pipe(
    new Writable({
      write(chunk: Buffer, _encoding, next) {
        // React writes each part into a view of its own.
        chunks.push(chunk)
        next()
      },
      final(next) {
        done(Buffer.concat(chunks))
        next()
      },
    }),
  )
}

function isStatic({ staticHandlerContext, routeModules }: EntryContext, page: PageRequest): boolean {
  const id = staticHandlerContext.matches.at(-1)?.route.id
  const handle =
    id === undefined ? undefined : (routeModules[id]?.handle as { static?: SentStatic } | undefined)
  return isSentStatic(handle?.static, !page.viewer)
}

/** Logs errors of loaders and actions, with the request whose id the error page shows. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const { log } = (context as RouterContextProvider).get(pageRequest)
  log.error({ err: error, path: new URL(request.url).pathname }, "a page failed")
}
