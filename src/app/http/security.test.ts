import { expect, test } from "vitest"
import { readEnvironment } from "#platform/env.ts"
import { jitsiService } from "#platform/video/jitsi.ts"
import type { Runtime } from "../runtime.ts"
import { securityHeaders } from "./security.ts"

const PRODUCTION = {
  NODE_ENV: "production",
  APP_URL: "https://academy.example",
  AUTH_SECRET: "a-secret-of-at-least-thirty-two-characters",
}

function headersOf(
  contentType: string,
  nonce: string | null,
  env: NodeJS.ProcessEnv = PRODUCTION,
  path = "/",
): Headers {
  const headers = new Headers({ "content-type": contentType })
  const runtime = {
    env: readEnvironment(env),
    files: { origins: () => ["https://store.example"] },
    video:
      env.VIDEO_PROVIDER === "jitsi"
        ? jitsiService(readEnvironment(env))
        : { origins: () => ["wss://video.example"], meetings: null },
  } as Partial<Runtime> as Runtime
  securityHeaders(headers, runtime, { nonce, path })
  return headers
}

function policyOf(nonce: string | null): Record<string, string> {
  const policy = headersOf("text/html; charset=utf-8", nonce).get("content-security-policy") ?? ""
  return Object.fromEntries(policy.split("; ").map((part) => [part.split(" ")[0], part]))
}

test("OPS-03 a page runs scripts with this answer's nonce or of our own files, and none that are inline or evaluated", () => {
  const policy = policyOf("abc")
  expect(policy["script-src"]).toBe("script-src 'self' 'nonce-abc'")
  expect(policy["style-src"]).toBe("style-src 'self' 'nonce-abc'")
  expect(policy["default-src"]).toBe("default-src 'self'")
  expect(policyOf(null)["script-src"]).toBe("script-src 'self'")
  expect(JSON.stringify(policy)).not.toContain("unsafe-eval")
  const inline = Object.keys(policy).filter((part) => policy[part]?.includes("unsafe-inline"))
  expect(inline).toEqual(["style-src-attr"])
})

test("OPS-03 REC-04 ROOM-10 a page shows films, snapshots and slides from the bucket that keeps them", () => {
  const policy = policyOf("abc")
  expect(policy["media-src"]).toBe("media-src 'self' blob: https://store.example")
  expect(policy["img-src"]).toBe("img-src 'self' data: blob: https://store.example")
})

test("ROOM-10 REC-01 a room also fetches slides from the bucket, for the recording", () => {
  const at = (path: string) =>
    headersOf("text/html", "abc", PRODUCTION, path).get("content-security-policy") ?? ""
  expect(at("/class/01a1fb92-f3d0-7236-906b-8ef063c43976/room")).toMatch(
    /connect-src 'self' [^;]*https:\/\/store\.example/,
  )
  expect(at("/class/01a1fb92-f3d0-7236-906b-8ef063c43976")).not.toMatch(/connect-src[^;]*store\.example/)
})

test("OPS-03 a page talks to the video server and to nobody else, and stands in no frame", () => {
  const policy = policyOf("abc")
  expect(policy["connect-src"]).toBe("connect-src 'self' wss://video.example")
  expect(policy["frame-ancestors"]).toBe("frame-ancestors 'none'")
  expect(policy["form-action"]).toBe("form-action 'self'")
  expect(policy["base-uri"]).toBe("base-uri 'none'")
})

test("OPS-03 answers that are no pages aren't guessed at either, and in production HTTPS is kept to", () => {
  const headers = headersOf("application/json", null)
  expect(headers.get("x-content-type-options")).toBe("nosniff")
  expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin")
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains")
  expect(
    headersOf("text/html", "abc", { NODE_ENV: "production" }).get("strict-transport-security"),
  ).toBeNull()
})

test("PAY-01 the provider's script runs on the page of an order and nowhere else, and only where Razorpay is set up", () => {
  const razorpay = {
    ...PRODUCTION,
    PAYMENT_PROVIDER: "razorpay",
    RAZORPAY_KEY_ID: "rzp_test_1234567890",
    RAZORPAY_KEY_SECRET: "a-key-secret-of-the-provider",
    RAZORPAY_WEBHOOK_SECRET: "a-webhook-secret-of-ours",
  }
  const policyAt = (path: string, env: NodeJS.ProcessEnv) =>
    headersOf("text/html", "abc", env, path).get("content-security-policy") ?? ""
  const paying = policyAt("/orders/K7QX2M9A", razorpay)
  expect(paying).toContain(
    "script-src 'self' 'nonce-abc' https://checkout.razorpay.com https://cdn.razorpay.com;",
  )
  expect(paying).toContain("frame-src https://api.razorpay.com;")
  expect(paying).toContain("form-action 'self' https://api.razorpay.com;")
  for (const path of ["/", "/orders", "/courses/neet/checkout", "/orders/K7QX2M9A/return"]) {
    expect(policyAt(path, razorpay)).not.toContain("razorpay")
  }
  expect(policyAt("/orders/K7QX2M9A", PRODUCTION)).not.toContain("razorpay")
})

test("ROOM-06 Jitsi's script and page, with camera and microphone, are let into the page of a room and no other, and only where classes meet there", () => {
  const jitsi = { ...PRODUCTION, VIDEO_PROVIDER: "jitsi", JITSI_DOMAIN: "meet.academy.example" }
  const at = (path: string, env: NodeJS.ProcessEnv) => {
    const headers = headersOf("text/html", "abc", env, path)
    return [headers.get("content-security-policy") ?? "", headers.get("permissions-policy") ?? ""] as const
  }
  const room = "/class/01a1fb92-f3d0-7236-906b-8ef063c43976/room"
  const [policy, permissions] = at(room, jitsi)
  expect(policy).toContain("script-src 'self' 'nonce-abc' https://meet.academy.example;")
  expect(policy).toContain("frame-src https://meet.academy.example;")
  expect(policy).toContain("connect-src 'self' ;")
  for (const device of ["camera", "microphone", "display-capture"])
    expect(permissions).toContain(`${device}=(self "https://meet.academy.example")`)
  for (const path of ["/", "/live-classes", "/class/x", `${room}/files`]) {
    expect(at(path, jitsi).join(" ")).not.toContain("meet.academy.example")
  }
  expect(at(room, PRODUCTION)[0]).not.toContain("frame-src")
  expect(at(room, PRODUCTION)[1]).toContain("camera=(self),")
})

test("ATT-08 OPS-03 only the pages that read codes with the camera may run WebAssembly", () => {
  const scriptsOf = (path: string) =>
    /script-src[^;]*/.exec(
      headersOf("text/html", "abc", PRODUCTION, path).get("content-security-policy") ?? "",
    )?.[0]
  for (const path of ["/hall", "/gate", "/check-in"])
    expect(scriptsOf(path)).toBe("script-src 'self' 'nonce-abc' 'wasm-unsafe-eval'")
  for (const path of ["/", "/gate/more", "/centre", "/class/1/room"])
    expect(scriptsOf(path)).toBe("script-src 'self' 'nonce-abc'")
})
