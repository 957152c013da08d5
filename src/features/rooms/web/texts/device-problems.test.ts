import { expect, test, vi } from "vitest"
import { type DeviceProblem, problemByName } from "../media/device-problem.ts"
import { explainProblems, howToAllow } from "./device-problems.ts"

const BROWSERS = {
  iphone: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1",
  android: "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36",
  firefox: "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0",
  safari: "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Version/19.0 Safari/605.1.15",
  chrome: "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Chrome/140.0 Safari/537.36",
}

test("ROOM-07 a blocked microphone is explained with the way out of the browser at hand, each its own", () => {
  const ways = Object.values(BROWSERS).map(howToAllow)
  expect(new Set(ways).size).toBe(ways.length)
  expect(howToAllow(BROWSERS.iphone)).toContain("aA")
  expect(howToAllow(BROWSERS.safari)).toContain("Settings for This Website")
  const denied = (voiceCounts: boolean) =>
    explainProblems({ microphone: "denied", camera: "denied" }, { userAgent: BROWSERS.firefox, voiceCounts })
  expect(denied(true)?.title).toBe("Please allow microphone access for voice-based attendance")
  expect(denied(false)?.title).toBe("Microphone and camera blocked")
  for (const found of [denied(true), denied(false)]) {
    expect(found?.text).toContain("crossed-out icon")
    expect(found?.text).toContain("watch and listen")
  }
})

test("ROOM-07 every problem of a device has its words, and the microphone's come before the camera's", () => {
  const plain = { userAgent: BROWSERS.chrome, voiceCounts: false }
  const problems: DeviceProblem[] = ["denied", "missing", "busy", "insecure", "failed", "taken"]
  for (const problem of problems) {
    for (const found of [
      { microphone: problem },
      { camera: problem },
      { microphone: problem, camera: problem },
    ]) {
      const title = explainProblems(found, plain)?.title
      expect(title, JSON.stringify(found)).toBeTruthy()
      // Only where the microphone is denied can allowing it make a voice count.
      const promised = explainProblems(found, { ...plain, voiceCounts: true })?.title
      expect(promised !== title, JSON.stringify(found)).toBe(found.microphone === "denied")
    }
  }
  expect(explainProblems({ microphone: "missing", camera: "denied" }, plain)?.title).toBe(
    "No microphone found",
  )
  expect(explainProblems({}, plain)).toBeNull()
})

test("ROOM-07 what browsers call a failure is known by its name", () => {
  vi.stubGlobal("window", { isSecureContext: true })
  const names = ["NotAllowedError", "NotFoundError", "OverconstrainedError", "NotReadableError", "AbortError"]
  expect(names.map(problemByName)).toEqual(["denied", "missing", "missing", "busy", "failed"])
  vi.stubGlobal("window", { isSecureContext: false })
  expect(problemByName("NotAllowedError")).toBe("insecure")
  vi.unstubAllGlobals()
})
