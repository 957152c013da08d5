import "#ui/messages/all.server.ts"
import { PassThrough } from "node:stream"
import { createReadableStreamFromReadable } from "@react-router/node"
import { isbot } from "isbot"
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from "react-dom/server"
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from "react-router"
import { pageRequest } from "#ui/api.ts"

const RENDER_WITHIN_MS = 5_000

/**
 * Renders a page to a stream: to people as soon as the shell stands; whole to crawlers, and where the page sends
 * no scripts, for late parts would come with inline ones.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const page = context.get(pageRequest)
  page.inlineScripts = !isStatic(entry)
  const nonce = page.inlineScripts ? page.nonce : undefined
  return new Promise((resolve, reject) => {
    let shellStands = false
    let answerStatus = status
    const whole = !page.inlineScripts || isbot(request.headers.get("user-agent")) || entry.isSpaMode
    const ready: keyof RenderToPipeableStreamOptions = whole ? "onAllReady" : "onShellReady"
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={entry} url={request.url} {...(nonce && { nonce })} />,
      {
        ...(nonce && { nonce }),
        [ready]() {
          shellStands = true
          const body = new PassThrough()
          headers.set("content-type", "text/html; charset=utf-8")
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: answerStatus }))
          pipe(body)
        },
        onShellError: reject,
        onError(error: unknown) {
          answerStatus = 500
          page.log.error({ err: error }, "a page could not be rendered")
          if (shellStands) reject(error)
        },
      },
    )
    setTimeout(abort, RENDER_WITHIN_MS + 1_000)
  })
}

function isStatic({ staticHandlerContext, routeModules }: EntryContext): boolean {
  const id = staticHandlerContext.matches.at(-1)?.route.id
  const handle = id === undefined ? undefined : (routeModules[id]?.handle as { static?: boolean } | undefined)
  return handle?.static ?? false
}

/** Writes down what loaders and actions threw, with the request whose id the error page shows. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const { log } = (context as RouterContextProvider).get(pageRequest)
  log.error({ err: error, path: new URL(request.url).pathname }, "a page failed")
}
