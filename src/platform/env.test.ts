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
