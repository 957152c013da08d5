import fc from "fast-check"
import { expect, test } from "vitest"
import { isUpiId } from "#shared/upi.ts"
import { upiLink } from "./link.ts"
import { type Awaited, matchCredits, utrOf } from "./matching.ts"
import { type Credit, creditsOf, readAmount, readDate, readStatement } from "./statement.ts"

const asked = { upi_id: "nritya@okbank", payee: "Nritya & Co", amount_paise: 899_900, reference: "K7QX2M9A" }

test("PAY-06 the link has the exact amount and the reference, and a payee with spaces and signs", () => {
  expect(upiLink(asked)).toBe(
    "upi://pay?pa=nritya@okbank&pn=Nritya%20%26%20Co&am=8999.00&cu=INR&tr=K7QX2M9A&tn=K7QX2M9A",
  )
  expect(upiLink({ ...asked, amount_paise: 1 })).toContain("&am=0.01&")
})

test("PAY-06 no link is made that an app wouldn't take", () => {
  for (const upi_id of ["nritya", "@okbank", "nritya@", "nritya@ok bank", "a@1bank"]) {
    expect(isUpiId(upi_id)).toBe(false)
    expect(() => upiLink({ ...asked, upi_id })).toThrow(RangeError)
  }
  for (const amount_paise of [0, -1, 10.5]) {
    expect(() => upiLink({ ...asked, amount_paise })).toThrow(RangeError)
  }
  expect(() => upiLink({ ...asked, reference: "order 7" })).toThrow(RangeError)
})

test("PAY-06 any amount of paise stands in the link exactly", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_00_000_00 }), (amount_paise) => {
      const typed = /am=([^&]*)/.exec(upiLink({ ...asked, amount_paise }))?.[1] ?? ""
      expect(readAmount(typed)).toBe(amount_paise)
    }),
  )
})

const STATEMENT = `Account of:;Nritya & Co
Statement from 01/11/2026, all branches

Date;Narration;Ref;Debit;Credit;Balance
05/11/26;UPI-LATA JHA-lata@okbank-630912345678-K7QX2M9A;630912345678;;8,999.00;1,08,999.00
06-Nov-2026;"NEFT CR; ACME";AXIS0000123456;;1,20,000.50;2,28,999.50
07/11/2026;ATM CASH;;2,000.00;;2,26,999.50
08/11/2026;NOT READABLE;;;eight rupees;
31/02/2026;NO SUCH DAY;;;10.00;
;Total;;2,000.00;1,28,999.50;
`
const COLUMNS = { date: 0, texts: [1, 2], amount: 4, direction: null }

test("PAY-06 a statement is read from any place, with what can't be read named by its line", () => {
  const { credits, unread } = creditsOf(readStatement(STATEMENT), COLUMNS)
  expect(credits).toEqual([
    {
      line: 5,
      date: "2026-11-05",
      text: "UPI-LATA JHA-lata@okbank-630912345678-K7QX2M9A 630912345678",
      amount_paise: 899_900,
    },
    { line: 6, date: "2026-11-06", text: "NEFT CR; ACME AXIS0000123456", amount_paise: 12_000_050 },
  ])
  expect(unread).toEqual([
    { line: 8, code: "amount" },
    { line: 9, code: "date" },
    { line: 10, code: "date" },
  ])
})

test("PAY-06 one column of amounts with Cr and Dr beside it", () => {
  const table = readStatement("Date,Text,Amount,Type\n05/11/2026,A,10.00,CR\n05/11/2026,B,20.00,DR\n")
  expect(creditsOf(table, { date: 0, texts: [1], amount: 2, direction: 3 }).credits).toMatchObject([
    { line: 2, text: "A", amount_paise: 1_000 },
  ])
})

test.each([
  ["2026-11-05", "2026-11-05"],
  ["5/11/2026", "2026-11-05"],
  ["05-11-26", "2026-11-05"],
  ["05 November 2026", "2026-11-05"],
  ["05/11/2026 14:02:11", "2026-11-05"],
  ["11/25/2026", null],
  ["Total", null],
])("PAY-06 a bank's date %s is %s", (typed, date) => expect(readDate(typed)).toBe(date))

test.each([
  ["1,23,456.00", 12_345_600],
  ["₹ 500", 50_000],
  ["Rs.500.5", 50_050],
  ["500.00 Cr", 50_000],
  ["500.00 Dr.", -50_000],
  ["-500.00", -50_000],
  ["500.005", null],
  ["", null],
  ["9".repeat(20), null],
])("PAY-06 a bank's amount %s is %s paise", (typed, paise) => expect(readAmount(typed)).toBe(paise))

test("PAY-06 the bank's reference in a line is its one number of 12 digits", () => {
  expect(utrOf("UPI/630912345678/LATA")).toBe("630912345678")
  expect(utrOf("UPI-630912345678-KX 630912345678")).toBe("630912345678")
  // One of the two is the number of an account.
  expect(utrOf("UPI 630912345678 FROM 918020012345")).toBeNull()
  for (const text of ["", "LATA", "9630912345678", "63091234567"]) expect(utrOf(text)).toBeNull()
})

const credit = (line: number, text: string, amount_paise = 899_900): Credit => ({
  line,
  date: "2026-11-05",
  text,
  amount_paise,
})
const order = (order_id: string, utr: string | null = null, amount_paise = 899_900): Awaited => ({
  order_id,
  reference: `REF${order_id.toUpperCase()}`,
  amount_paise,
  utr,
})
const none = new Set<string>()
const answer = (credits: Credit[], awaited: Awaited[], counted: ReadonlySet<string> = none) =>
  matchCredits(credits, awaited, counted).map(({ order_id, sure, why }) => [order_id, sure, why])

test("PAY-06 the bank's reference or ours together with the amount is sure, and nothing else is", () => {
  const one = order("one", "630912345678")
  expect(answer([credit(1, "UPI/630912345678/LATA")], [one])).toEqual([["one", true, "utr-and-amount"]])
  expect(answer([credit(1, "upi refone")], [one])).toEqual([["one", true, "reference-and-amount"]])
  expect(answer([credit(1, "UPI 630912345678", 890_000)], [one])).toEqual([
    ["one", false, "utr-other-amount"],
  ])
  expect(answer([credit(1, "REFONE", 890_000)], [one])).toEqual([["one", false, "reference-other-amount"]])
  expect(answer([credit(1, "LATA")], [one])).toEqual([["one", false, "amount-only"]])
  expect(answer([credit(1, "LATA", 1)], [one])).toEqual([[null, false, "nothing"]])
  // A longer number that contains it is another one.
  expect(answer([credit(1, "9630912345678", 1)], [one])).toEqual([[null, false, "nothing"]])
})

test("PAY-06 two families with the same fee are never told apart by the amount", () => {
  expect(answer([credit(1, "LATA")], [order("one"), order("two")])).toEqual([[null, false, "nothing"]])
})

test("PAY-06 a transfer that points to two orders, a second one, and one counted before are to be looked at", () => {
  const [one, two] = [order("one", "630912345678"), order("two")]
  expect(answer([credit(1, "630912345678 REFTWO")], [one, two])).toEqual([[null, false, "several-orders"]])
  expect(answer([credit(1, "REFONE"), credit(2, "REFONE")], [one])).toEqual([
    ["one", true, "reference-and-amount"],
    ["one", false, "paid-again"],
  ])
  expect(answer([credit(1, "UPI 630912345678")], [one], new Set(["630912345678"]))).toEqual([
    [null, false, "counted-before"],
  ])
})

test("PAY-06 a second transfer for an order that was paid before is never sure", () => {
  const one = { ...order("one", "630912345678"), paid: true }
  expect(answer([credit(1, "REFONE 630999999999")], [one])).toEqual([["one", false, "paid-again"]])
  expect(answer([credit(1, "LATA")], [one])).toEqual([[null, false, "nothing"]])
})

test("PAY-06 whatever a statement says, an order is surely paid once at most, and by its amount", () => {
  const word = fc.constantFrom("REFONE", "REFTWO", "630912345678", "630912345679", "LATA", "UPI")
  const credits = fc.array(
    fc.record({ text: fc.array(word, { maxLength: 4 }), amount_paise: fc.constantFrom(899_900, 500_000) }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(credits, fc.subarray(["630912345678", "630912345679"]), (made, counted) => {
      const awaited = [order("one", "630912345678"), order("two", "630912345679", 500_000)]
      const lines = made.map(({ text, amount_paise }, at) => credit(at, text.join("/"), amount_paise))
      const sure = matchCredits(lines, awaited, new Set(counted)).filter((match) => match.sure)
      expect(new Set(sure.map(({ order_id }) => order_id)).size).toBe(sure.length)
      for (const { line, order_id } of sure) {
        const paid = awaited.find((one) => one.order_id === order_id)
        expect(lines[line]?.amount_paise).toBe(paid?.amount_paise)
        expect(counted.some((utr) => lines[line]?.text.includes(utr))).toBe(false)
      }
    }),
  )
})
