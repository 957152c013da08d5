import { expect, test } from "vitest"
import { countProcesses } from "./count.ts"

const GIB = 2 ** 30
const byDefault = (cores: number, gib: number) =>
  countProcesses({ trial: false }, { cores, bytes: gib * GIB })

test("OPS-06 a machine of one core or with little memory has one process, others as many as they have cores and memory for", () => {
  expect(byDefault(1, 64)).toBeNull()
  expect(byDefault(2, 1)).toBeNull()
  expect(byDefault(4, 2)).toBeNull()
  expect(byDefault(8, 0)).toBeNull()
  expect(byDefault(8, 4)).toEqual({ web: 5, workers: 2 })
  expect(byDefault(4, 8)).toEqual({ web: 4, workers: 1 })
  expect(byDefault(2, 4)).toEqual({ web: 2, workers: 1 })
  expect(byDefault(16, 64)).toEqual({ web: 8, workers: 2 })
  expect(countProcesses({ trial: true }, { cores: 16, bytes: 64 * GIB })).toBeNull()
})

test("OPS-06 WEB_PROCESSES says how many there are, whatever the machine", () => {
  const machine = { cores: 1, bytes: GIB }
  expect(countProcesses({ WEB_PROCESSES: 3, trial: true }, machine)).toEqual({ web: 3, workers: 1 })
  expect(countProcesses({ WEB_PROCESSES: 1, trial: false }, { cores: 16, bytes: 64 * GIB })).toBeNull()
})
