import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import policies from "#content/policies.json" with { type: "json" }
import { filedBrand } from "#shared/brand.ts"
import { fillPlaceholders, hourOf, spanOf } from "./policy-words.ts"

const legalText = (name: string) =>
  readFileSync(new URL(`../../../../../content/legal/${name}.md`, import.meta.url), "utf8")

test("CONT-02 hours and spans read as people say them", () => {
  expect(["10:00", "20:00", "00:00", "12:00", "18:05"].map(hourOf)).toEqual([
    "10 AM",
    "8 PM",
    "12 AM",
    "12 PM",
    "6:05 PM",
  ])
  expect([1, 10, 60, 90, 360].map(spanOf)).toEqual([
    "1 minute",
    "10 minutes",
    "1 hour",
    "90 minutes",
    "6 hours",
  ])
})

test("CONT-02 a placeholder that leads nowhere, or asks for no known format, is refused", () => {
  expect(() => fillPlaceholders("{{uniform.prise|money}}", policies)).toThrow("no such value")
  expect(() => fillPlaceholders("{{uniform.pricePaise|gold}}", policies)).toThrow("no such format")
})

test.each(["terms", "privacy"])("CONT-02 the figures of %s come from the policies alone", (name) => {
  const body = legalText(name).replace(/^---[\s\S]*?\n---\n/, "")
  expect(body.replace(/\{\{[^}]+\}\}/g, "")).not.toMatch(/\d/)
  expect(fillPlaceholders(body, { ...policies, brand: filedBrand })).not.toContain("{{")
})

test("CONT-02 the terms carry every figure of the policies", () => {
  const text = fillPlaceholders(legalText("terms"), { ...policies, brand: filedBrand })
  for (const part of [
    "| 1 month | none |\n| 3 months | 5% |\n| 4 months | 7% |\n| 6 months | 10% |\n| 8 months | 12% |\n| 10 months | 15% |",
    "before the 1st of the month it is for, and ₹100 in points",
    "both of you receive ₹500 off",
    "once for each enrolment",
    "Children under 10 ",
    "| 5 days | ₹1,000 |\n| 3 days | ₹800 |\n| 2 days | ₹600 |",
    "uniform set costs ₹800 and is delivered in 20 days",
    "welcome kit costs ₹1,000 and holds a bag and activity kit",
    "at least 90% of the classes of a month",
    "up to 2 classes can be adjusted",
    "no refund after 15 days from the start",
    "10 AM to 8 PM",
    "within 10 minutes to 6 hours",
    "not accept cash",
    "not roll over",
    "first trial class is free for each new activity",
  ])
    expect(text).toContain(part)
})
