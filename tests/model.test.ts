import { expect, test } from "vitest"
import { measuredRushes } from "../bench/model/costs.ts"
import { type Fleet, simulateRush } from "../bench/model/rush.ts"

const together = (processes: number): Fleet => ({
  ...{ machines: 1, cores: 2, processes, database: 0 },
  together: true,
})

test("OPS-06 the simulated full hour keeps up and breaks where the measured one does", () => {
  for (const { perSecond, processes, dashboard } of measuredRushes) {
    const simulated = simulateRush(together(processes), { perSecond, seconds: 30 }).p95.dashboard
    const factor = Math.max(simulated / dashboard, dashboard / simulated)
    expect([perSecond, processes, simulated < 1_000]).toEqual([perSecond, processes, dashboard < 1_000])
    expect(factor).toBeLessThan(2)
  }
})

test("OPS-06 a simulated machine does no more than its cores, and twice the cores do the same in less time", () => {
  const rush = { perSecond: 80, seconds: 20 }
  const of = (cores: number) => simulateRush({ machines: 1, cores, processes: cores, database: 4 }, rush)
  const [few, many] = [of(3), of(6)]
  expect(few.web).toBeGreaterThan(0.95)
  expect(many.web).toBeLessThan(0.7)
  expect(many.p95.list).toBeLessThan(few.p95.list / 5)
  expect(of(6)).toEqual(many)
})
