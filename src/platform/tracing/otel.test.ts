import { expect, onTestFinished, test } from "vitest"
import { startCollector } from "#tests/gateways/collector.ts"
import { openOtel } from "./otel.ts"

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
const SPAN = "00f067aa0ba902b7"

/** Everything that `work` sent to a collector. */
async function collect(share: number, work: (recorder: ReturnType<typeof openOtel>) => void) {
  const collector = await startCollector()
  onTestFinished(() => collector.close())
  const recorder = openOtel({ endpoint: `${collector.endpoint}/`, service: "kaksha-tests", share })
  work(recorder)
  await recorder.close()
  return collector
}

test("OPS-03 a caller's decision to record a request counts for more than our share", async () => {
  for (const share of [0, 1]) {
    let passedOn: string[] = []
    const { spans } = await collect(share, ({ start }) => {
      passedOn = ["01", "00"].map((flags) => {
        const span = start(flags, "server", {}, `00-${TRACE}-${SPAN}-${flags}`)
        span.end()
        return span.trace
      })
    })
    expect(spans).toMatchObject([{ name: "01", traceId: TRACE, parentSpanId: SPAN }])
    expect(passedOn[0]).toBe(`00-${TRACE}-${spans[0]?.spanId}-01`)
    expect(passedOn[1]).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`))
  }
})

test.each([
  undefined,
  "",
  "nonsense",
  `00-${TRACE}-${SPAN}`,
  `00-${"0".repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `ff-${TRACE}-${SPAN}-01`,
])("OPS-03 %s is no caller: a trace of its own begins", async (header) => {
  const { spans } = await collect(1, ({ start }) => start("request", "server", {}, header).end())
  expect(spans).toHaveLength(1)
  expect(spans[0]?.traceId).not.toBe(TRACE)
  expect(spans[0]?.parentSpanId).toBeUndefined()
})

test("OPS-03 a span tells of an error by its kind alone, and its service by name", async () => {
  const { spans, services } = await collect(1, ({ start }) => {
    const span = start(
      "query",
      "client",
      { "db.system.name": "postgresql", "http.route": undefined },
      undefined,
    )
    span.set({ rows: 3, "kaksha.request": undefined })
    span.end(new RangeError("the number 98765 43210 is taken"))
  })
  expect(services).toEqual(new Set(["kaksha-tests"]))
  expect(spans[0]?.attributes).toEqual([
    { key: "db.system.name", value: { stringValue: "postgresql" } },
    { key: "rows", value: { intValue: 3 } },
    { key: "error.type", value: { stringValue: "RangeError" } },
  ])
  expect(spans[0]?.status.code).toBe(2)
  expect(JSON.stringify(spans)).not.toContain("98765")
})
