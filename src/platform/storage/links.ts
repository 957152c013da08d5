import { createHmac, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import type { FileLink, FileStore } from "./port.ts"

const Claim = z.object({
  in: z.enum(["kept", "spool"]),
  key: z.string(),
  until: z.number(),
  type: z.string(),
  as: z.string().optional(),
})
type Claim = z.infer<typeof Claim>

/** What a link of ours opens: one file, until an instant. */
export type OpenedLink = {
  store: FileStore
  key: string
  contentType: string
  downloadAs: string | undefined
}

export type FileLinks = {
  /** An address that opens one file for whoever holds it, until it runs out. */
  make(key: string, link: FileLink, from?: "kept" | "spool"): Promise<string>
  /** What a token opens, or null when it is forged or ran out. */
  open(token: string): OpenedLink | null
}

/**
 * Links to stored files: the store's own where it makes them, else ours under /files/, bound to one file by a
 * keyed hash.
 */
export function fileLinks(
  stores: { kept: FileStore; spool: FileStore },
  secret: string,
  clock: { now(): Date },
): FileLinks {
  const sign = (payload: string) => createHmac("sha256", secret).update(`file:${payload}`).digest()
  return {
    async make(key, link, from = "kept") {
      const direct = link.throughUs ? null : await stores[from].directLink(key, link)
      if (direct) return direct
      const claim: Claim = {
        in: from,
        key,
        until: clock.now().getTime() + link.seconds * 1_000,
        type: link.contentType,
        ...(link.downloadAs !== undefined && { as: link.downloadAs }),
      }
      const payload = Buffer.from(JSON.stringify(claim)).toString("base64url")
      return `/files/${payload}.${sign(payload).toString("base64url")}`
    },
    open(token) {
      const [payload = "", signature = ""] = token.split(".")
      const given = Buffer.from(signature, "base64url")
      const expected = sign(payload)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const claim = Claim.parse(JSON.parse(Buffer.from(payload, "base64url").toString()))
      if (claim.until <= clock.now().getTime()) return null
      return { store: stores[claim.in], key: claim.key, contentType: claim.type, downloadAs: claim.as }
    },
  }
}
