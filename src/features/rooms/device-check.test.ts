import { expect, test } from "vitest"
import { type CheckResult, readPath, verdictOf } from "./device-check.ts"

const good: CheckResult = {
  microphone: true,
  camera: true,
  signal: true,
  path: "udp",
  down: 8_000,
  up: 2_000,
}

test("ROOM-08 the check says what will work, by devices, way and speed", () => {
  const verdict = (part: Partial<CheckResult>) => verdictOf({ ...good, ...part })
  expect(verdict({})).toBe("all")
  expect(verdict({ camera: false })).toBe("all")
  expect(verdict({ down: 800 })).toBe("one-picture")
  expect(verdict({ path: "tcp" })).toBe("one-picture")
  expect(verdict({ path: "relay" })).toBe("all")
  expect(verdict({ up: 700 })).toBe("all")
  expect(verdict({ up: 200 })).toBe("one-picture")
  expect(verdict({ up: 100 })).toBe("sound")
  expect(verdict({ microphone: false })).toBe("listen")
  expect(verdict({ down: 20 })).toBe("none")
  expect(verdict({ path: null })).toBe("none")
  expect(verdict({ signal: false })).toBe("none")
  expect(verdict({ down: null, up: null })).toBe("all")
})

test("ROOM-08 the way of media is read from what browsers tell of a connection", () => {
  const pair = {
    type: "candidate-pair",
    id: "p1",
    localCandidateId: "l1",
    availableOutgoingBitrate: 1_234_567,
  }
  const local = { type: "local-candidate", id: "l1", protocol: "udp", candidateType: "host" }
  const transport = { type: "transport", id: "t", selectedCandidatePairId: "p1" }
  expect(readPath([transport, pair, local])).toEqual({ path: "udp", up: 1_235 })
  expect(readPath([transport, pair, { ...local, protocol: "tcp" }]).path).toBe("tcp")
  expect(readPath([transport, pair, { ...local, protocol: "tcp", candidateType: "relay" }]).path).toBe(
    "relay",
  )
  const { availableOutgoingBitrate: _, ...mute } = pair
  expect(readPath([{ ...mute, nominated: true, state: "succeeded" }, local])).toEqual({
    path: "udp",
    up: null,
  })
  expect(readPath([local])).toEqual({ path: null, up: null })
})
