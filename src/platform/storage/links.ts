import { z } from "zod"
import type { Keys } from "../keys.ts"
import type { FileLink, FileStore } from "./port.ts"

const Claim = z.object({
  in: z.enum(["kept", "spool"]),
  key: z.string(),
  until: z.number(),
  type: z.string(),
  as: z.string().optional(),
})
type Claim = z.infer<typeof Claim>

/** What one of our links opens: one file, until an instant. */
export type OpenedLink = {
  store: FileStore
  key: string
  contentType: string
  downloadAs: string | undefined
}

export type FileLinks = {
  /** Returns an address that opens one file for anyone who has it, until it expires. */
  make(key: string, link: FileLink, from?: "kept" | "spool"): Promise<string>
  /** Returns what a token opens, or null when it is forged or expired. */
  open(token: string): OpenedLink | null
}

/**
 * Links to stored files: the store's own where it makes them, else ours under /files/, bound to one file by a
 * keyed hash.
 */
export function fileLinks(
  stores: { kept: FileStore; spool: FileStore },
  keys: Pick<Keys, "prove" | "isProof">,
  clock: { now(): Date },
): FileLinks {
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
      return `/files/${payload}.${keys.prove("file link", payload)}`
    },
    open(token) {
      const [payload = "", signature = ""] = token.split(".")
      if (!keys.isProof("file link", payload, signature)) return null
      const claim = Claim.parse(JSON.parse(Buffer.from(payload, "base64url").toString()))
      if (claim.until <= clock.now().getTime()) return null
      return { store: stores[claim.in], key: claim.key, contentType: claim.type, downloadAs: claim.as }
    },
  }
}
