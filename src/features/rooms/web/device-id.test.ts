import { expect, test } from "vitest"
import { deviceId } from "./device-id.ts"

function memory(start: Record<string, string> = {}) {
  const kept = new Map(Object.entries(start))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test("ROOM-04 a browser keeps its device id, in the form that the API takes", () => {
  const store = memory()
  const id = deviceId(() => store)
  expect(id).toMatch(/^[\w-]{6,40}$/)
  expect(deviceId(() => store)).toBe(id)
  expect(deviceId(() => memory())).not.toBe(id)
})

test("ROOM-04 a device id that something else wrote is replaced", () => {
  const store = memory({ "kaksha.device": "a b" })
  expect(deviceId(() => store)).toMatch(/^[0-9a-f]{24}$/)
})

test("ROOM-04 a browser without storage keeps one id while its page lives", () => {
  const closed = () => {
    throw new Error("SecurityError")
  }
  expect(deviceId(closed)).toBe(deviceId(closed))
})
