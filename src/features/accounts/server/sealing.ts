import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import type { Ctx } from "#platform/context.ts"

type Keyed = Pick<Ctx, "sessions">

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A key of its own for each purpose, from the product's secret. */
function keyFor(ctx: Keyed, purpose: string): Buffer {
  return Buffer.from(ctx.sessions.prove("sealing key", purpose), "base64url")
}

/** Encrypts a text that must be read again, so that the database alone does not give it away: AES-256-GCM. */
export function seal(ctx: Keyed, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv("aes-256-gcm", keyFor(ctx, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")
}

/** Reads what was sealed for the same purpose under the same secret. Throws for anything else. */
export function unseal(ctx: Keyed, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url")
  const decipher = createDecipheriv("aes-256-gcm", keyFor(ctx, purpose), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
    "utf8",
  )
}
