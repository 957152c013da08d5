import { PassThrough } from "node:stream"
import { createReadableStreamFromReadable } from "@react-router/node"
import { isbot } from "isbot"
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from "react-dom/server"
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router"
import { pageRequest } from "#ui/api.ts"

const RENDER_WITHIN_MS = 5_000

/** Renders a page to a stream: to people as soon as the shell stands, to crawlers when all is there. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(pageRequest)
  return new Promise((resolve, reject) => {
    let shellStands = false
    let answerStatus = status
    const whole = isbot(request.headers.get("user-agent")) || entry.isSpaMode
    const ready: keyof RenderToPipeableStreamOptions = whole ? "onAllReady" : "onShellReady"
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={entry} url={request.url} nonce={nonce} />,
      {
        nonce,
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
          if (shellStands) reject(error)
        },
      },
    )
    setTimeout(abort, RENDER_WITHIN_MS + 1_000)
  })
}
