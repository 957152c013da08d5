import { generateKeyPairSync } from "node:crypto"
import { expect, test } from "vitest"
import { EnvironmentInvalid, ownHost, readEnvironment } from "./env.ts"

function problemsOf(env: NodeJS.ProcessEnv): string {
  try {
    readEnvironment(env)
    return "none"
  } catch (error) {
    if (!(error instanceof EnvironmentInvalid)) throw error
    return error.problems.join("\n")
  }
}

const PRODUCTION = { APP_URL: "https://academy.example" }
const SECRET = "a-secret-of-at-least-thirty-two-characters"

test("OPS-01 nothing needs to be set for a trial", () => {
  expect(readEnvironment({})).toMatchObject({ trial: true, adminsNeedTwoStep: false, voiceEvidence: true })
})

test("OPS-02 production starts only with a secret of its own, and then asks more of people", () => {
  expect(problemsOf(PRODUCTION)).toContain("AUTH_SECRET")
  expect(problemsOf({ ...PRODUCTION, AUTH_SECRET: "short" })).toContain("AUTH_SECRET")
  expect(readEnvironment({ ...PRODUCTION, AUTH_SECRET: SECRET })).toMatchObject({
    trial: false,
    adminsNeedTwoStep: true,
    instructorsNeedApproval: true,
    parentNumbersNeedConfirmation: true,
    voiceEvidence: false,
  })
})

test("PAY-01 a trial sells through its own gateway unless it is told otherwise, and production through what it has keys of", () => {
  const providerOf = (env: NodeJS.ProcessEnv) => readEnvironment(env).paymentProvider
  const production = { ...PRODUCTION, AUTH_SECRET: SECRET }
  const keys = {
    RAZORPAY_KEY_ID: "rzp_test_1",
    RAZORPAY_KEY_SECRET: "k",
    RAZORPAY_WEBHOOK_SECRET: "w".repeat(16),
  }
  expect(providerOf({})).toBe("trial")
  expect(providerOf({ PAYMENT_PROVIDER: "" })).toBe("trial")
  expect(providerOf({ PAYMENT_PROVIDER: "off" })).toBeNull()
  expect(providerOf(production)).toBeNull()
  expect(providerOf({ ...production, PAYMENT_PROVIDER: "off" })).toBeNull()
  for (const env of [{}, production])
    expect(providerOf({ ...env, ...keys, PAYMENT_PROVIDER: "razorpay" })).toBe("razorpay")
  expect(problemsOf({ ...production, PAYMENT_PROVIDER: "trial" })).toContain("takes no money")
})

test("OPS-02 every fault is named at once, with the variable that it stands in", () => {
  const problems = problemsOf({
    PORT: "99999",
    DATABASE_URL: "mysql://localhost",
    LIVEKIT_URL: "https://video.example",
    TRUSTED_PROXIES: "all",
    SMTP_PORT: "mail",
  })
  for (const name of ["PORT", "DATABASE_URL", "LIVEKIT_URL", "TRUSTED_PROXIES", "SMTP_PORT"]) {
    expect(problems).toContain(name)
  }
})

test("OPS-02 what only works together is asked for together", () => {
  expect(problemsOf({ LIVEKIT_URL: "wss://video.example" })).toContain("LIVEKIT_API_SECRET")
  expect(problemsOf({ S3_BUCKET: "kaksha" })).toContain("S3_SECRET_ACCESS_KEY")
  expect(problemsOf({ SMS_PROVIDER: "msg91" })).toContain("SMS_MSG91_AUTH_KEY")
  expect(problemsOf({ WHATSAPP_PHONE_NUMBER_ID: "106540352242922" })).toContain("WHATSAPP_APP_SECRET")
})

test("OPS-02 the product listens where it is told, and a trial at this machine alone", () => {
  const production = { ...PRODUCTION, AUTH_SECRET: SECRET }
  expect(problemsOf({ ...production, BIND_ADDRESS: "the.first.one" })).toContain("BIND_ADDRESS")
  expect(problemsOf({ BIND_ADDRESS: "0.0.0.0" })).toContain("BIND_ADDRESS")
  expect(problemsOf({ BIND_ADDRESS: "127.0.0.2" })).toBe("none")
  const hostOf = (BIND_ADDRESS?: string) => ownHost(readEnvironment({ ...production, BIND_ADDRESS }))
  expect([hostOf(), hostOf("0.0.0.0"), hostOf("::"), hostOf("10.0.0.7"), hostOf("fd00::7")]).toEqual([
    "127.0.0.1",
    "127.0.0.1",
    "127.0.0.1",
    "10.0.0.7",
    "[fd00::7]",
  ])
})

test("ROOM-06 a Jitsi that is half set up doesn't start, and every variable that is missing or wrong is named", () => {
  const jitsi = { VIDEO_PROVIDER: "jitsi", JITSI_DOMAIN: "meet.academy.example" }
  const app = `vpaas-magic-cookie-${"0".repeat(32)}`
  const pem = (modulusLength: number) =>
    generateKeyPairSync("rsa", { modulusLength })
      .privateKey.export({ type: "pkcs8", format: "pem" })
      .toString()
  const jaas = {
    ...{ VIDEO_PROVIDER: "jitsi", JITSI_DOMAIN: "8x8.vc", JITSI_APP_ID: app },
    ...{ JITSI_KEY_ID: `${app}/4f4910`, JITSI_PRIVATE_KEY: pem(2_048) },
  }
  expect(problemsOf(jitsi)).toBe("none")
  expect(problemsOf({ ...jitsi, JITSI_APP_ID: "kaksha", JITSI_APP_SECRET: SECRET })).toBe("none")
  expect(problemsOf(jaas)).toBe("none")

  expect(problemsOf({ VIDEO_PROVIDER: "jitsi" })).toContain("JITSI_DOMAIN: required")
  expect(problemsOf({ ...jitsi, JITSI_DOMAIN: "https://meet.academy.example" })).toContain("JITSI_DOMAIN")
  expect(problemsOf({ ...jitsi, JITSI_APP_ID: "kaksha" })).toContain("JITSI_APP_ID and JITSI_APP_SECRET")
  expect(problemsOf({ ...jitsi, JITSI_KEY_ID: "k" })).toContain("JITSI_KEY_ID: for JaaS")
  expect(problemsOf({ JITSI_DOMAIN: "meet.academy.example" })).toContain("only with VIDEO_PROVIDER=jitsi")
  const both = {
    ...jitsi,
    LIVEKIT_URL: "wss://video.example",
    LIVEKIT_API_KEY: "k",
    LIVEKIT_API_SECRET: SECRET,
  }
  expect(problemsOf(both)).toContain("LIVEKIT_URL: for LiveKit")

  const wrong = problemsOf({
    ...jaas,
    JITSI_APP_ID: "kaksha",
    JITSI_PRIVATE_KEY: "a key",
    JITSI_APP_SECRET: SECRET,
  })
  for (const name of ["JITSI_APP_ID", "JITSI_KEY_ID", "JITSI_PRIVATE_KEY", "JITSI_APP_SECRET"]) {
    expect(wrong).toContain(`${name}: `)
  }
  expect(problemsOf({ VIDEO_PROVIDER: "jitsi", JITSI_DOMAIN: "8x8.vc" })).toContain(
    "JITSI_APP_ID, JITSI_KEY_ID, JITSI_PRIVATE_KEY: required",
  )
  expect(problemsOf({ ...jaas, JITSI_PRIVATE_KEY: pem(1_024) })).toContain("2048 bits")
})

test("ROOM-06 ATT-07 with Jitsi neither voices nor pictures count, whatever the environment says", () => {
  const jitsi = { VIDEO_PROVIDER: "jitsi", JITSI_DOMAIN: "meet.academy.example" }
  const env = readEnvironment({ ...jitsi, VOICE_EVIDENCE: "true", SNAPSHOTS: "true" })
  expect(env).toMatchObject({ voiceEvidence: false, SNAPSHOTS: false })
  expect(readEnvironment({ SNAPSHOTS: "true" })).toMatchObject({ voiceEvidence: true, SNAPSHOTS: true })
})
