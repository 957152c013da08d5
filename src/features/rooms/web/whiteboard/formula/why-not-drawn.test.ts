import { ORPCError } from "@orpc/client"
import { afterEach, expect, test, vi } from "vitest"

vi.mock("virtual:contract", () => ({ default: {} }))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

async function wordsIn(lang: string, error: unknown): Promise<string> {
  vi.stubEnv("SSR", false)
  vi.stubGlobal("document", { documentElement: { lang } })
  vi.resetModules()
  const { whyNotDrawn } = await import("./why-not-drawn.ts")
  return whyNotDrawn(error)
}

test("ROOM-10 who wrote too many new formulas reads so, and when to go on, in both languages", async () => {
  const tooMany = new ORPCError("TOO_MANY_REQUESTS", { status: 429, data: { retry_after_seconds: 400 } })
  expect(await wordsIn("en", tooMany)).toBe(
    "You've written many new or very complicated formulas in a short time. Wait 7 minutes, then try again.",
  )
  expect(await wordsIn("hi", tooMany)).toMatch(/^आपने थोड़ी देर में बहुत से नए या बहुत जटिल फ़ॉर्मूले लिखे हैं।.*7 मिनट.*।$/)
  const away = new TypeError("NetworkError when attempting to fetch resource.")
  expect(await wordsIn("en", away)).toBe("We couldn't be reached, so the formula isn't drawn yet.")
})
