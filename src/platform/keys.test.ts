import { createCipheriv, createHmac, randomBytes } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { expect, test } from "vitest"
import { openKeys } from "./keys.ts"

const OLD = "the first secret, which leaked one day"
const NEW = "the second secret, which nobody knows yet"
const SOURCES = resolve(import.meta.dirname, "..")

test("ACC-11 what was sealed opens under an older secret, and under no other", () => {
  const sealed = openKeys(OLD).seal("two-step secret", "JBSWY3DP")
  const rotated = openKeys(NEW, [OLD])
  expect(rotated.unseal("two-step secret", sealed)).toBe("JBSWY3DP")
  expect(rotated.isFresh(sealed)).toBe(false)
  expect(rotated.isFresh(rotated.seal("two-step secret", "JBSWY3DP"))).toBe(true)
  expect(openKeys(NEW).unseal("two-step secret", sealed)).toBeNull()
  expect(rotated.unseal("code address", sealed)).toBeNull()
  const altered = sealed.replace(/\.(.)/, (_, first: string) => (first === "A" ? ".B" : ".A"))
  for (const broken of [sealed.slice(0, -8), altered, `x${sealed}`, "", ".", "x.y"]) {
    expect(rotated.unseal("two-step secret", broken), broken).toBeNull()
  }
})

test("ACC-11 what was sealed before secrets had ids opens under whichever secret it was", () => {
  const key = createHmac("sha256", OLD).update("sealing key\ntwo-step secret").digest()
  const nonce = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", key, nonce)
  const text = Buffer.concat([cipher.update("JBSWY3DP"), cipher.final()])
  const legacy = Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url")
  for (const keys of [openKeys(OLD), openKeys(NEW, [OLD]), openKeys(NEW, ["x".repeat(32), OLD])]) {
    expect(keys.unseal("two-step secret", legacy)).toBe("JBSWY3DP")
  }
  expect(openKeys(NEW).unseal("two-step secret", legacy)).toBeNull()
})

test("ACC-11 an old secret proves what was never made from it, and signs nothing", () => {
  const old = openKeys(OLD)
  const rotated = openKeys(NEW, [OLD])
  expect(rotated.isProof("mailed secret", "x", old.prove("mailed secret", "x"))).toBe(true)
  expect(rotated.isProof("file link", "x", old.prove("file link", "x"))).toBe(false)
  expect(rotated.isProof("file link", "x", rotated.prove("file link", "x"))).toBe(true)
  expect(rotated.isProof("file link", "x", "")).toBe(false)
  expect(rotated.prove("file link", "x")).not.toBe(rotated.prove("google", "x"))
})

/** Where a key is used without a declared purpose, and whose key it is. */
const OTHER_KEYS: Record<string, string> = {
  "features/accounts/server/sessions.ts": "reads the cookies that the library signs with sessionSecret",
  "features/accounts/server/sign-in/totp.ts": "the secret that a person's app shares with us",
  "features/attendance/server/arrivals/codes.ts": "a proof of each venue, by which its screen's codes change",
  "features/notifications/server/preferences.ts": "a key of the person's own, in their row",
  "platform/meet/google.ts": "the service account's private key",
  "platform/money/gateway/gateway.ts": "what a provider would sign, in a trial",
  "platform/money/razorpay.ts": "the provider's secrets",
  "platform/sms/twilio.ts": "the provider's token",
  "platform/video/jitsi.ts": "the secret or private key that the academy's Jitsi knows",
  "platform/whatsapp/cloud-api.ts": "the secret of the academy's app at Meta",
  "platform/keys.ts": "the purposes themselves",
}
/** Who may see the product's secret itself. */
const SEES_THE_SECRET = [
  "app/commands/rotate-keys.ts",
  "app/secrets.ts",
  "features/accounts/server/sessions.ts",
  "platform/env.ts",
  "platform/keys.ts",
]

test("ACC-11 nothing signs or encrypts without a declared purpose, and the secret goes no further", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const having = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(join(SOURCES, file), "utf8"))).toSorted()
  expect(
    having(/\bcreate(Hmac|Cipheriv|Decipheriv|Sign)\b|\bhkdf|subtle\.(sign|encrypt)|\bnew (SignJWT|TOTP)\b/),
  ).toEqual(Object.keys(OTHER_KEYS).toSorted())
  expect(having(/\.AUTH_SECRETS?(_OLD)?\b(?!:)|\bsessionSecret\b|\bauthOld\b/)).toEqual(SEES_THE_SECRET)
})
