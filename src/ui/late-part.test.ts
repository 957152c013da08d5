import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { askPatiently, fetchAhead } from "./late-part.tsx"

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("window", new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("NAV-06 code that did not arrive is asked for again, four times in all, and then it is missing", async () => {
  vi.stubGlobal("navigator", { onLine: true })
  const load = vi.fn(async () => {
    if (load.mock.calls.length < 3) throw new TypeError("did not arrive")
    return "here"
  })
  const arrives = askPatiently(load)
  await vi.advanceTimersByTimeAsync(3_000)
  await expect(arrives).resolves.toBe("here")
  expect(load).toHaveBeenCalledTimes(3)

  const never = vi.fn().mockRejectedValue(new TypeError("did not arrive"))
  const missing = expect(askPatiently(never)).rejects.toThrow("did not arrive")
  await vi.advanceTimersByTimeAsync(7_000)
  await missing
  expect(never).toHaveBeenCalledTimes(4)
})

test("NAV-06 without a network nothing is asked for until there is one", async () => {
  const line = { onLine: false }
  vi.stubGlobal("navigator", line)
  const load = vi.fn().mockResolvedValue("here")
  const arrives = askPatiently(load)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).not.toHaveBeenCalled()
  line.onLine = true
  window.dispatchEvent(new Event("online"))
  await expect(arrives).resolves.toBe("here")
})

test("ROOM-04 what was fetched ahead is there without a network", async () => {
  vi.stubGlobal("navigator", { onLine: false })
  const load = vi.fn().mockResolvedValue("here")
  fetchAhead(load)
  await vi.advanceTimersByTimeAsync(0)
  await expect(askPatiently(load)).resolves.toBe("here")
})
