import { PassThrough, Writable } from "node:stream"
import { createReadableStreamFromReadable } from "@react-router/node"
import { isbot } from "isbot"
import { renderToPipeableStream } from "react-dom/server"
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router"
import { pageRequest } from "#ui/api.ts"

const RENDER_WITHIN_MS = 5_000
/** A page that takes longer is streamed. */
const COMPLETE_WITHIN_MS = 50

/**
 * Renders a page: to one piece where it is complete as soon as its shell stands, as nearly all are; else to a
 * stream, for people from the shell on, for crawlers when all is there.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(pageRequest)
  headers.set("content-type", "text/html; charset=utf-8")
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
      <ServerRouter context={entry} url={request.url} nonce={nonce} />,
      {
        nonce,
        onShellReady() {
          shellStands = true
          // The router hands its data on in turns of their own, so the rest comes a moment after the shell.
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
          if (shellStands) reject(error)
        },
      },
    )
    const timer = setTimeout(abort, RENDER_WITHIN_MS + 1_000)
  })
}

/** The rendered page in one piece: small chunks cost more to hand on than to make. */
function collect(pipe: (target: Writable) => unknown, done: (body: Uint8Array<ArrayBuffer>) => void): void {
  const chunks: Uint8Array[] = []
  pipe(
    new Writable({
      write(chunk: Buffer, _encoding, next) {
        // React writes into the same view again.
        chunks.push(Uint8Array.from(chunk))
        next()
      },
      final(next) {
        done(Buffer.concat(chunks))
        next()
      },
    }),
  )
}
