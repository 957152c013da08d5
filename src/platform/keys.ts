import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from "node:crypto"

/**
 * Every use of the product's secret, and what happens to it when the secret is replaced.
 *
 * - `ends`: anyone with the old secret could make more of these, so only the current one is accepted.
 * - `stays`: the value is random and only kept unreadable in the database by the secret, or it is printed on a card.
 *   Old secrets still verify it.
 * - `sealed`: encrypted. Old secrets still decrypt it, and new values are written under the current one.
 */
export const KEY_PURPOSES = {
  "session cookie": "ends",
  "file link": "ends",
  "absence answer": "ends",
  google: "ends",
  "known device": "ends",
  "lan device": "ends",
  "pending sign-in": "ends",
  "code for guardian": "ends",
  "code for invited": "ends",
  "code for email": "ends",
  "code for erasure": "ends",
  "code for proof": "ends",
  "centre code": "ends",
  "gate code": "ends",
  "one-time code": "ends",
  "mailed secret": "stays",
  "guardian invitation": "stays",
  "recovery code": "stays",
  "student card": "stays",
  "two-step secret": "sealed",
  "code address": "sealed",
  "push key": "sealed",
  "former secret": "sealed",
} as const satisfies Record<string, "ends" | "stays" | "sealed">

type Purposes = typeof KEY_PURPOSES
export type ProofPurpose = { [P in keyof Purposes]: Purposes[P] extends "sealed" ? never : P }[keyof Purposes]
export type SealPurpose = { [P in keyof Purposes]: Purposes[P] extends "sealed" ? P : never }[keyof Purposes]

/** The product's secret, as far as features may use it: the current one and those before it. */
export type Keys = {
  /** The current secret itself, for the library that signs session cookies. */
  sessionSecret: string
  /** Names the current secret without telling it. */
  currentId: string
  /** Proves that we said `text` for `purpose`: HMAC-SHA-256 under the current secret, in base64url. */
  prove(purpose: ProofPurpose, text: string): string
  /** The proofs that count for `text` now: the current secret's, and old ones' where the purpose stays. */
  proofs(purpose: ProofPurpose, text: string): string[]
  /** Whether `proof` is one of those that count, compared in constant time. */
  isProof(purpose: ProofPurpose, text: string, proof: string): boolean
  /** Encrypts a text that must be read again, so that the database alone does not reveal it: AES-256-GCM. */
  seal(purpose: SealPurpose, text: string): string
  /** Reads what was sealed for the same purpose, or null when none of the secrets decrypts it. */
  unseal(purpose: SealPurpose, sealed: string): string | null
  /** Whether a value was sealed under the current secret. */
  isFresh(sealed: string): boolean
  /** Returns the older secrets, each by its id and sealed under the current one. */
  sealFormer(): { id: string; sealed: string }[]
  /** Takes on older secrets that were sealed so. Those that none of the secrets opens are left out. */
  takeFormer(sealed: readonly string[]): void
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Between the id of the secret and what was sealed under it. Values without it are from before secrets had ids. */
const MARK = "."

type Key = { id: string; secret: string; mac(label: string, text: string): Buffer }

function keyOf(secret: string): Key {
  const mac = (label: string, text: string) =>
    createHmac("sha256", secret).update(`${label}\n${text}`).digest()
  return { id: mac("key id", "").toString("base64url").slice(0, 8), secret, mac }
}

/** The secrets that this process was given: the current one, then any number of older ones. */
export function openKeys(current: string, older: readonly string[] = []): Keys {
  const newest = keyOf(current)
  const all = [newest, ...older.filter((secret) => secret !== current).map(keyOf)]
  const prove = (key: Key, purpose: string, text: string) => key.mac(purpose, text).toString("base64url")
  const proofs = (purpose: ProofPurpose, text: string) =>
    (KEY_PURPOSES[purpose] === "stays" ? all : [newest]).map((key) => prove(key, purpose, text))
  const seal = (purpose: SealPurpose, text: string) =>
    `${newest.id}${MARK}${encrypt(sealingKey(newest, purpose), text)}`
  const unseal = (purpose: SealPurpose, sealed: string) => {
    const [id = "", value] = sealed.split(MARK)
    const [candidates, bytes] = value === undefined ? [all, id] : [all.filter((key) => key.id === id), value]
    for (const key of candidates) {
      const text = decrypt(sealingKey(key, purpose), bytes)
      if (text !== null) return text
    }
    return null
  }
  const takeFormer = (sealed: readonly string[]): void => {
    const opened = sealed.flatMap((one) => unseal("former secret", one) ?? []).map(keyOf)
    const fresh = opened.filter(({ id }) => all.every((key) => key.id !== id))
    all.push(...fresh)
    // One may open others, which were sealed while it was in use.
    if (fresh.length > 0) takeFormer(sealed)
  }
  return {
    sessionSecret: current,
    currentId: newest.id,
    prove: (purpose, text) => prove(newest, purpose, text),
    proofs,
    isProof: (purpose, text, proof) => proofs(purpose, text).some((expected) => isSame(expected, proof)),
    seal,
    unseal,
    isFresh: (sealed) => sealed.startsWith(`${newest.id}${MARK}`),
    sealFormer: () => all.slice(1).map(({ id, secret }) => ({ id, sealed: seal("former secret", secret) })),
    takeFormer,
  }
}

/** A key of its own for each purpose. */
function sealingKey(key: Key, purpose: SealPurpose): Buffer {
  return key.mac("sealing key", purpose)
}

function encrypt(key: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv("aes-256-gcm", key, nonce)
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")
}

/** Null if this key did not seal the value, or the value was changed since. */
function decrypt(key: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url")
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([text, decipher.final()]).toString("utf8")
  } catch {
    return null
  }
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
