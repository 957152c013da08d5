/** Without a byte on its way or a response for this long, the connection is taken for dropped, in ms. */
const SILENT_MS = 90_000

/**
 * Sends a request and tells how much of it has gone, 0 to 1, which fetch can't. Throws TypeError without a response,
 * as fetch does.
 */
export async function sendWithProgress(request: Request, onSent: (share: number) => void): Promise<Response> {
  const body = await request.blob()
  request.signal.throwIfAborted()
  return new Promise((done, fail) => {
    const sending = new XMLHttpRequest()
    let silent: ReturnType<typeof setTimeout>
    function listen() {
      clearTimeout(silent)
      silent = setTimeout(() => sending.abort(), SILENT_MS)
    }
    sending.open(request.method, request.url)
    for (const [name, value] of request.headers) sending.setRequestHeader(name, value)
    sending.responseType = "blob"
    sending.upload.onprogress = ({ loaded, total }) => {
      listen()
      onSent(total > 0 ? loaded / total : 0)
    }
    sending.onload = () => {
      const headers = { "content-type": sending.getResponseHeader("content-type") ?? "" }
      done(new Response(sending.response as Blob, { status: sending.status, headers }))
    }
    sending.onloadend = () => {
      clearTimeout(silent)
      fail(new TypeError("no answer came"))
    }
    request.signal.addEventListener("abort", () => sending.abort())
    listen()
    sending.send(body)
  })
}
