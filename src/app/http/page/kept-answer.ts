import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

type Encoding = "br" | "gzip"

type Rule = { cacheControl: string; vary: string }

/** An answer that is the same for many, as it is sent. */
export type KeptAnswer = Rule & {
  bytes: Uint8Array<ArrayBuffer>
  compressed: Record<Encoding, Uint8Array<ArrayBuffer>>
  tag: string
  contentType: string
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Reads an answer's body and compresses it, once for all who get it. */
export async function keepAnswer(response: Response, rule: Rule): Promise<KeptAnswer> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const [br, gz] = await Promise.all([
    toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    toGzip(bytes, { level: 9 }),
  ])
  return {
    bytes,
    compressed: { br: new Uint8Array(br), gzip: new Uint8Array(gz) },
    tag: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
    contentType: response.headers.get("content-type") ?? "text/html; charset=utf-8",
    ...rule,
  }
}

/** Sends a kept answer as this client takes it; 304 to one that has it. */
export function answerKept(request: Request, kept: KeptAnswer): Response {
  const accepted = request.headers.get("accept-encoding") ?? ""
  const encoding = (["br", "gzip"] as const).find((one) =>
    new RegExp(`\\b${one}\\b(?!;q=0(?![.\\d]))`).test(accepted),
  )
  const tag = `"${kept.tag}${encoding ? `-${encoding}` : ""}"`
  const headers = new Headers({ "cache-control": kept.cacheControl, vary: kept.vary, etag: tag })
  const known = request.headers.get("if-none-match")?.split(/,\s*/) ?? []
  if (known.some((one) => one.replace(/^W\//, "") === tag))
    return new Response(null, { status: 304, headers })
  headers.set("content-type", kept.contentType)
  if (encoding) headers.set("content-encoding", encoding)
  const body = encoding ? kept.compressed[encoding] : kept.bytes
  headers.set("content-length", String(body.length))
  return new Response(body, { headers })
}
