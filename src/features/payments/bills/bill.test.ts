import { expect, test } from "vitest"
import policies from "#content/policies.json" with { type: "json" }
import { renderPdf } from "#platform/pdf/pdf.ts"
import { STATES } from "#shared/states.ts"
import { wordsOfPdf } from "#tests/pdf-words.ts"
import type { Facts } from "../facts.ts"
import { priceOrder } from "../rules.ts"
import type { Bill } from "./bill.ts"
import { billPdf, billSheet } from "./bill-pdf.ts"

const academy: Bill["supplier"] = {
  name: "Nritya Academy",
  address: ["14 MG Road", "Pune 411001"],
  state: "27",
  gstin: "27AAPFU0939F1ZV",
  registration: "regular",
}

/** The bill of a membership with a discount, as the rules price it. */
function bill(
  changes: Partial<Facts> = {},
  registration: Bill["supplier"]["registration"] = "regular",
): Bill {
  const { priced } = priceOrder({
    date: "2026-11-23",
    policy: policies,
    supplier: { state: "27", registrations: [{ from: "2020-07-01", kind: registration }] },
    buyer: { state: "27", delivered_to: "27", gstin_state: null },
    items: [
      {
        kind: "membership",
        months: 3,
        monthly_paise: 200_000,
        pickup: null,
        supply: "sports-training",
        taught: { online: true },
      },
      { kind: "welcome-kit", supplies: ["bag", "sports-goods"], quantity: 1 },
    ],
    referred: false,
    spend: { points_paise: 10_000, credit_paise: 0 },
    ...changes,
  })
  const [document] = priced?.documents ?? []
  if (!document) throw new Error("the order has no price")
  return {
    ...document,
    number: "KA/26-27/0042",
    issued_on: "2026-11-23",
    corrects: null,
    supplier: { ...academy, registration, gstin: registration === "regular" ? academy.gstin : null },
    buyer: { name: "Lata Jha", state: "27", gstin: null },
    student: "Asha Rao",
    place: document.place as Bill["place"],
    title: "तैरना सीखें #1 *नया*",
    first_line: 0,
    trace: priced?.trace ?? [],
    paid: { method: "upi", reference: "630912345678" },
  }
}

test("PAY-05 a tax invoice has all that the law asks for, and its figures sum to the total", () => {
  const sheet = billSheet(bill(), "en")
  expect(sheet.title).toBe("Tax invoice")
  expect(sheet.facts).toEqual([
    ["Number", "KA/26-27/0042"],
    ["Date", "Mon, 23 Nov, 2026"],
    ["Place of supply", "Maharashtra (27)"],
    ["Reverse charge", "No"],
  ])
  expect(sheet.supplier).toEqual([
    "Nritya Academy",
    "14 MG Road",
    "Pune 411001",
    "State: Maharashtra (27)",
    "GSTIN 27AAPFU0939F1ZV",
  ])
  expect(sheet.buyer).toEqual(["Lata Jha", "Student: Asha Rao", "State: Maharashtra (27)"])
  expect(sheet.head).toEqual(["Description", "SAC / HSN", "Qty", "Taxable value", "CGST", "SGST", "Amount"])
  const paise = (shown: string) => Math.round(Number(shown.replaceAll(/[₹, ]/g, "")) * 100)
  const parts = sheet.totals.reduce((all, [, shown]) => all + paise(shown), 0)
  expect(parts).toBe(paise(sheet.total[1] ?? ""))
  expect(sheet.total).toEqual(["Total", "₹ 6,600.00"])
})

test("PAY-05 a business's bill has its name, address and GSTIN, as the law asks for", () => {
  const business: Bill["buyer"] = {
    name: "Brigade Traders",
    address: ["3 Brigade Road", "Bengaluru 560001"],
    ...{ state: "29", gstin: "29AAGCB7383J1Z4" },
  }
  const { buyer } = billSheet({ ...bill(), buyer: business }, "en")
  expect(buyer).toEqual([
    ...["Brigade Traders", "3 Brigade Road", "Bengaluru 560001"],
    ...["Student: Asha Rao", "State: Karnataka (29)", "GSTIN 29AAGCB7383J1Z4"],
  ])
})

test("PAY-04 a line says what came off and why", () => {
  const [line] = billSheet(bill(), "en").rows
  expect(line?.[1]).toBe("Membership · 6,000.00 · −\u00a0300.00 membership discount · −\u00a085.07 points")
})

test("PAY-05 another State has IGST alone, and who isn't registered a receipt without columns of tax", () => {
  const away = billSheet(bill({ buyer: { state: "29", delivered_to: "29", gstin_state: null } }), "en")
  expect(away.head).toContain("IGST")
  expect(away.head).not.toContain("CGST")
  const receipt = billSheet(bill({}, "unregistered"), "en")
  expect(receipt.title).toBe("Receipt")
  expect(receipt.head).toEqual(["Description", "Qty", "Amount"])
  expect(receipt.totals).toEqual([])
  expect(receipt.notes).toContain("The supplier isn't registered for GST, so no tax is charged.")
})

test("PAY-09 what an organisation has yet to pay is called an invoice, also without a registration", () => {
  const lesson = {
    ...{ kind: "premises" as const, unit_paise: 2_500_00, quantity: 8, supply: "sports-training" as const },
    ...{ taught: { online: false as const, state: "27" }, name: { en: "Lesson", hi: "क्लास" } },
  }
  const owed = { ...bill({ items: [lesson] }, "unregistered"), paid: null }
  expect([billSheet(owed, "en").title, billSheet(owed, "hi").title]).toEqual(["Invoice", "बिल"])
  expect(billSheet(owed, "hi").rows[0]?.[0]).toBe("क्लास")
  expect(billSheet({ ...owed, paid: { method: "upi", reference: "1" } }, "en").title).toBe("Receipt")
  expect(billSheet({ ...bill({ items: [lesson] }), paid: null }, "en").title).toBe("Tax invoice")
})

test("PAY-05 NAV-11 the PDF's words are copied in their order, in English and in Hindi", async () => {
  const english = await wordsOfPdf(await billPdf(bill(), "en"))
  for (const word of ["Tax invoice", "KA/26-27/0042", "Lata Jha", "₹ 6,600.00", "GSTIN 27AAPFU0939F1ZV"]) {
    expect(english).toContain(word)
  }
  // What people wrote is text, whatever signs it has.
  expect(english).toContain("तैरना सीखें #1 *नया*")
  const hindi = await wordsOfPdf(await billPdf(bill(), "hi"))
  for (const word of ["कर बीजक", "आपूर्ति का स्थान", "महाराष्ट्र (27)", "सदस्यता की छूट", "पूर्णांकन"]) {
    expect(hindi).toContain(word)
  }
})

test("PAY-05 a template that doesn't compile is said to, and the next one compiles", async () => {
  await expect(renderPdf("#let x = ", {})).rejects.toThrow(
    "The template doesn't compile: expected expression",
  )
  expect((await renderPdf("Good", {})).subarray(0, 5).toString()).toBe("%PDF-")
})

test("PAY-05 every State has a code of two digits and a name in both languages", () => {
  for (const [code, { en, hi }] of Object.entries(STATES)) {
    expect(code).toMatch(/^\d{2}$/)
    expect(en).toMatch(/^[A-Z][a-z]/)
    expect(hi).toMatch(/^[\u0900-\u097f ]+$/)
  }
})
