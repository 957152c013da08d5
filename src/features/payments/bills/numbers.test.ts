import fc from "fast-check"
import { expect, test } from "vitest"
import type { Line } from "../facts.ts"
import { shareOf } from "../rounding.ts"
import { type Billed, creditOf, piecesBack, type Returned, splitCredit } from "./credit.ts"
import { faultOfGstin } from "./gstin.ts"
import { gstr1Of, type Issued } from "./gstr1.ts"
import { financialYearOf, PREFIX, seriesOf } from "./numbers.ts"
import { type Supplier, supplierFacts } from "./supplier.ts"

test("PAY-05 a financial year is April to March, and a number has at most 16 characters of those the law allows", () => {
  expect(["2027-03-31", "2027-04-01", "2099-12-31", "2026-01-01"].map(financialYearOf)).toEqual([
    ...["2627", "2728", "9900", "2526"],
  ])
  expect(PREFIX.test("KAK")).toBe(true)
  expect(["0K", "K/", "", "KAKS", "k"].filter((prefix) => PREFIX.test(prefix))).toEqual([])
  for (const kind of ["tax-invoice", "bill-of-supply", "receipt", "credit-note"] as const) {
    const longest = `${seriesOf("KAK", "2627", kind)}999999`
    expect(longest).toMatch(/^[A-Z1-9][A-Z0-9/-]{0,15}$/)
  }
})

test("PAY-05 a GSTIN is one by its shape, its last sign and its State", () => {
  // Sample numbers that the tax office and its suppliers print in their documents.
  for (const good of ["27AAPFU0939F1ZV", "29AAGCB7383J1Z4", "24AAACC4175D1Z4"]) {
    expect(faultOfGstin(good, good.slice(0, 2)), good).toBeNull()
  }
  expect(faultOfGstin("27AAPFU0939F1ZW", "27")).toBe("GSTIN_CHECKSUM")
  // Two signs that changed places.
  expect(faultOfGstin("27APAFU0939F1ZV", "27")).toBe("GSTIN_CHECKSUM")
  expect(faultOfGstin("27AAPFU0939F1ZV", "29")).toBe("GSTIN_STATE")
  expect(
    ["", "27AAPFU0939F1Z", "27aapfu0939f1zv", "2AAAPFU0939F1ZV"].map((one) => faultOfGstin(one, "27")),
  ).toEqual(Array(4).fill("GSTIN_INVALID"))
})

test("PAY-05 the supplier of a date is the one entered last for the latest date before it", () => {
  const row = (valid_from: string, registration: Supplier["registration"], name = "Nritya"): Supplier => ({
    ...{ valid_from, registration, name, address: ["Pune"], state: "27", gstin: null, prefix: "N" },
  })
  const entered = [
    row("2026-04-01", "unregistered"),
    row("2026-12-01", "exempt"),
    row("2026-12-01", "regular", "Nritya LLP"),
  ]
  expect(supplierFacts([], "2026-11-23")).toBeNull()
  expect(supplierFacts(entered, "2026-11-30")?.seller?.name).toBe("Nritya")
  expect(supplierFacts(entered, "2026-12-01")).toEqual({
    state: "27",
    registrations: [
      { from: "", kind: "unregistered" },
      { from: "2026-12-01", kind: "regular" },
    ],
    seller: { name: "Nritya LLP", address: ["Pune"], gstin: null, prefix: "N" },
  })
  expect(supplierFacts(entered, "2020-01-01")?.seller?.name).toBe("Nritya")
})

const line = fc
  .record({
    amount_paise: fc.nat({ max: 9_000_000 }),
    rate: fc.constantFrom(0, 500, 1800),
    same: fc.boolean(),
  })
  .map(({ amount_paise, rate, same }): Line => {
    const taxable_paise = shareOf(amount_paise, 10_000, 10_000 + rate)
    const half = same ? shareOf(taxable_paise, rate, 20_000) : 0
    const igst_paise = same ? 0 : shareOf(taxable_paise, rate, 10_000)
    return {
      ...{
        code: "program",
        quantity: 1,
        list_paise: amount_paise,
        offs: [],
        amount_paise,
        tax_code: "999293",
        rate,
      },
      ...{ taxable_paise, cgst_paise: half, sgst_paise: half, igst_paise },
    }
  })

test("PAY-05 credit notes that take everything back, in whatever parts, are equal to the bill in every amount", () => {
  const sum = (lines: readonly Line[], of: (line: Line) => number) =>
    lines.reduce((all, one) => all + of(one), 0)
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat({ max: 4_000_000 }), { maxLength: 5 }),
      (lines, refunds) => {
        const total_paise = sum(lines, (one) => one.amount_paise)
        const taxes = sum(
          lines,
          (one) => one.taxable_paise + one.cgst_paise + one.sgst_paise + one.igst_paise,
        )
        const bill: Billed = { lines, total_paise, round_off_paise: total_paise - taxes }
        const taken = lines.map(() => 0)
        const notes = [...refunds, total_paise].map((amount) => {
          const now = splitCredit(
            amount,
            lines.map((one, at) => one.amount_paise - (taken[at] ?? 0)),
          )
          const note = creditOf(bill, taken, now)
          now.forEach((paise, at) => {
            taken[at] = (taken[at] ?? 0) + paise
          })
          return note
        })
        const all = notes.flatMap((note) => note.lines)
        expect(all.every((one) => one.cgst_paise === one.sgst_paise)).toBe(true)
        expect(all.every((one) => Math.min(one.taxable_paise, one.cgst_paise, one.igst_paise) >= 0)).toBe(
          true,
        )
        for (const of of [
          "amount_paise",
          "taxable_paise",
          "cgst_paise",
          "sgst_paise",
          "igst_paise",
        ] as const) {
          expect(sum(all, (one) => one[of])).toBe(sum(lines, (one) => one[of]))
        }
        expect(notes.reduce((left, note) => left + note.round_off_paise, 0)).toBe(bill.round_off_paise)
        expect(notes.reduce((left, note) => left + note.total_paise, 0)).toBe(total_paise)
      },
    ),
  )
  expect(() => creditOf({ lines: [], total_paise: 0, round_off_paise: 0 }, [], [])).not.toThrow()
})

test("PAY-05 PAY-08 a credit note counts the pieces that came back and no others, and the HSN summary is less by them", () => {
  const two: Line = {
    ...{ code: "goods", quantity: 2, list_paise: 160_000, offs: [], amount_paise: 160_000, tax_code: "61" },
    ...{ rate: 500, taxable_paise: 152_380, cgst_paise: 3_810, sgst_paise: 3_810, igst_paise: 0 },
  }
  const bill: Billed = { lines: [two], round_off_paise: 0, total_paise: 160_000 }
  const noteOf = (before: number, now: number, piecesBefore: number, returned: Returned | null) => {
    const pieces = piecesBack([two], [160_000 - before - now], [piecesBefore], returned)
    return { ...creditOf(bill, [before], [now], pieces), pieces }
  }
  const came = noteOf(0, 80_000, 0, { at: 0, pieces: 1 })
  const kept = noteOf(80_000, 10_000, 1, null)
  const rest = noteOf(90_000, 70_000, 1, null)
  expect([came, kept, rest].map(({ lines }) => lines[0]?.quantity)).toEqual([1, 0, 1])
  const issued = (content: object, corrects: Issued["corrects"]): Issued =>
    ({
      ...{ kind: corrects ? "credit-note" : "tax-invoice", number: "NA/2627/T1", issued_on: "2026-11-20" },
      ...{ series: "NA/2627/T", sequence: 1, total_paise: 160_000, corrects },
      content: { supplier: { state: "29" }, buyer: { gstin: null }, place: "29", ...content },
    }) as Issued
  const corrects = { kind: "tax-invoice", total_paise: 160_000 } as const
  const quantityOf = (...notes: object[]) =>
    gstr1Of([issued(bill, null), ...notes.map((note) => issued(note, corrects))])["hsn-b2c"][0]?.[3]
  expect([quantityOf(), quantityOf(came), quantityOf(came, kept), quantityOf(came, kept, rest)]).toEqual([
    ...[2, 1, 1, 0],
  ])
  // Notes of before said the bill's own quantity, whatever came back.
  expect(quantityOf(bill)).toBe(2)
})
