import fc from "fast-check"
import { expect, test } from "vitest"
import { decideDelivery, type Report } from "./delivery.ts"

const sent = { status: "sent", provider_id: "now" } as const
const unknown = { status: "unknown", provider_id: null } as const
const report = (state: Report["state"], provider_id = "now"): Report => ({ state, provider_id, detail: null })

test("ATT-07 a report moves a message to delivered or undelivered, and settles one that was unknown", () => {
  expect(decideDelivery(sent, [report("delivered")], ["now"])).toMatchObject({
    status: "sent",
    delivery: "delivered",
  })
  expect(decideDelivery(sent, [{ ...report("undelivered"), detail: "switched off" }], ["now"])).toMatchObject(
    {
      status: "failed",
      delivery: "undelivered",
      reasons: [{ code: "undelivered", said: "switched off" }],
    },
  )
  expect(decideDelivery(unknown, [report("accepted")], [])).toMatchObject({ status: "sent", delivery: null })
  expect(decideDelivery(unknown, [report("undelivered")], [])).toMatchObject({ status: "failed" })
  expect(decideDelivery(sent, [report("accepted")], ["now"])).toBeNull()
})

test("ATT-07 what is reported of an earlier try fails no later one, but its delivery still counts", () => {
  const earlier = ["before", "now"]
  expect(decideDelivery(sent, [report("undelivered", "before")], earlier)).toBeNull()
  expect(decideDelivery(unknown, [report("undelivered", "before")], ["before"])).toBeNull()
  expect(decideDelivery(sent, [report("delivered", "before")], earlier)).toMatchObject({
    delivery: "delivered",
  })
})

test("ATT-07 reports in any order, and doubled, come to the same, and delivered is the last word", () => {
  const reports = fc.array(
    fc.record({
      provider_id: fc.constantFrom("now", "before"),
      state: fc.constantFrom("accepted" as const, "delivered" as const, "undelivered" as const),
      detail: fc.constant(null),
    }),
    { maxLength: 8 },
  )
  const standings = fc.constantFrom(sent, unknown)
  fc.assert(
    fc.property(standings, reports, fc.integer({ min: 0, max: 7 }), (standing, list, turn) => {
      const shuffled = [...list.slice(turn), ...list.slice(0, turn), ...list].reverse()
      const [one, other] = [list, shuffled].map((all) => decideDelivery(standing, all, ["before"]))
      expect([one?.status, one?.delivery]).toEqual([other?.status, other?.delivery])
      if (list.some(({ state }) => state === "delivered"))
        expect(one).toMatchObject({ delivery: "delivered" })
    }),
  )
})
