import fc from "fast-check"
import { expect, test } from "vitest"
import { priceOrder } from "#features/payments/rules.ts"
import { buyerAt, isExpired, itemsOf, quoteNumber } from "./rules.ts"

const PLACE = { organisation: "Green Park Society", address: "7 MG Road, 560001", state: "29" }
const OWN = "29AAGCB7383J1Z4"
const ELSEWHERE = "27AAPFU0939F1ZV"

test("PAY-09 a quote is billed to its organisation, and by a GSTIN to the State that the GSTIN names", () => {
  expect(buyerAt(PLACE, {}).buyer).toEqual({
    ...{ state: "29", delivered_to: "29", gstin_state: null },
    ...{ business_name: "Green Park Society", business_address: "7 MG Road, 560001" },
  })
  const typed = {
    gstin: " 27aapfu0939f1zv",
    business_name: "Park LLP ",
    business_address: " 1 Fort \n\n Mumbai ",
  }
  expect(buyerAt(PLACE, typed).buyer).toEqual({
    ...{ state: "27", delivered_to: "29", gstin_state: "27", gstin: ELSEWHERE },
    ...{ business_name: "Park LLP", business_address: "1 Fort\nMumbai" },
  })
})

test("PAY-09 a wrong GSTIN is told at its field, whatever is wrong with it", () => {
  const faultOf = (gstin: string) => buyerAt(PLACE, { gstin }).problems
  expect(faultOf("29AAGCB7383J1Z")).toEqual({ gstin: "GSTIN_INVALID" })
  expect(faultOf("29AAGCB7383J1Z5")).toEqual({ gstin: "GSTIN_CHECKSUM" })
  // Right by its check sign, of a State that there is not.
  expect(faultOf("00AAGCB7383J1ZE")).toEqual({ gstin: expect.stringMatching(/^GSTIN_/) })
  expect(buyerAt({ ...PLACE, address: "" }, { gstin: OWN }).problems).toEqual({
    business_address: "BUSINESS_ADDRESS_MISSING",
  })
  // One sign that is mistyped is always seen.
  fc.assert(
    fc.property(fc.nat(14), fc.constantFrom(..."0123456789ABCDEFGHJKZ"), (at, sign) => {
      fc.pre(OWN[at] !== sign)
      expect(faultOf(OWN.slice(0, at) + sign + OWN.slice(at + 1))).not.toBeNull()
    }),
  )
})

test("PAY-09 a quote can be accepted on its last day, and has numbers of its own", () => {
  expect(isExpired({ valid_until: "2026-12-01" }, "2026-12-01")).toBe(false)
  expect(isExpired({ valid_until: "2026-12-01" }, "2026-12-02")).toBe(true)
  expect(quoteNumber("KA", "2627", 7)).toBe("KA/2627/Q7")
})

const line = fc.record({
  name: fc.constant("Karate"),
  name_hi: fc.constantFrom("", "कराटे"),
  quantity: fc.integer({ min: 1, max: 1_000 }),
  price_rupees: fc.integer({ min: 1, max: 10_00_000_00 }).map((paise) => paise / 100),
})

test("PAY-09 an invoice comes to what the quote offered, in one document, with any GSTIN or none", () => {
  const price = (
    lines: Parameters<typeof itemsOf>[0],
    gstin: string | undefined,
    supply: "fitness" | "culture",
  ) => {
    const { buyer } = buyerAt(PLACE, { gstin })
    if (!buyer) throw new Error("the GSTIN is right")
    return priceOrder({
      ...{ date: "2026-11-20", policy: {} as never, referred: false, buyer },
      supplier: { state: "29", registrations: [{ from: "", kind: "regular" }] },
      items: itemsOf(lines, supply, "29"),
      spend: { points_paise: 0, credit_paise: 0 },
    }).priced
  }
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.constantFrom("fitness" as const, "culture" as const),
      (lines, supply) => {
        const [plain, own, elsewhere] = [undefined, OWN, ELSEWHERE].map((gstin) =>
          price(lines, gstin, supply),
        )
        const sum = lines.reduce((all, one) => all + one.quantity * Math.round(one.price_rupees * 100), 0)
        for (const priced of [plain, own, elsewhere]) {
          expect(priced?.total_paise).toBe(sum)
          expect(priced?.documents).toHaveLength(1)
        }
        // Fitness is supplied where it is performed, the rest where the GSTIN is.
        expect(elsewhere?.documents[0]?.place).toBe(supply === "fitness" ? "29" : "27")
        expect(own?.documents[0]?.lines.every(({ igst_paise }) => igst_paise === 0)).toBe(true)
      },
    ),
    { numRuns: 200 },
  )
})
