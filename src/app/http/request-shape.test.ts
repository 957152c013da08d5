import fc from "fast-check"
import { expect, test } from "vitest"
import { DEEPEST } from "./request-limits.ts"
import { isOverFull, isOverFullQuery } from "./request-shape.ts"

const FORM = "application/x-www-form-urlencoded"
const PARTS = "multipart/form-data; boundary=x"
const isFull = (body: string, type = "application/json", fields = 300) =>
  isOverFull(Buffer.from(body), type, fields)

/** Returns how many values JSON contains and how deep it is, by parsing it. */
function measure(value: unknown): { values: number; depth: number } {
  if (typeof value !== "object" || value === null) return { values: 1, depth: 0 }
  const inside = Object.values(value).map(measure)
  const sum = inside.reduce((total, { values }) => total + values, 0)
  return { values: sum + 1, depth: 1 + Math.max(0, ...inside.map(({ depth }) => depth)) }
}

test("OPS-04 JSON within the limits passes, however it is written, and what is past them does not", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 12 }), fc.constantFrom(0, 2), (value, spaces) => {
      const { values, depth } = measure(value)
      const body = JSON.stringify(value, null, spaces)
      expect(isFull(body, "application/json", 2 * values)).toBe(depth > DEEPEST)
      if (values > 3) expect(isFull(body, "application/json", Math.floor(values / 2) - 1)).toBe(true)
    }),
  )
})

test("OPS-04 brackets and commas in a text count for nothing", () => {
  expect(isFull(JSON.stringify({ text: `${"[{,".repeat(1_000)}\\"` }))).toBe(false)
  expect(isFull('{"a":"\\\\","b":[1,2]}', "application/json", 6)).toBe(false)
})

test("OPS-04 a form's fields, levels and places of lists are counted", () => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `k${at}=1`).join("&")
  expect(isFull(fields(300), FORM)).toBe(false)
  expect(isFull(fields(301), FORM)).toBe(true)
  expect(isFull(`a${"[b]".repeat(DEEPEST - 1)}=1`, FORM)).toBe(false)
  expect(isFull(`a${"[b]".repeat(DEEPEST)}=1`, FORM)).toBe(true)
  expect(isFull(`a${"%5bb%5d".repeat(DEEPEST)}=1`, FORM)).toBe(true)
  // The positions of a list count once, whichever of them are named.
  expect(isFull(Array.from({ length: 100 }, (_, at) => `a[${at}][x]=1&a[${at}][y]=1`).join("&"), FORM)).toBe(
    false,
  )
  expect(isFull("a[300]=1", FORM)).toBe(true)
  expect(isFull(Array.from({ length: 31 }, (_, at) => `k${at}[9]=1`).join("&"), FORM)).toBe(true)
  expect(isOverFullQuery("topics=class:1.2.3.4.5.6.7.8.9.10.11.12", 100)).toBe(false)
})

test("OPS-04 the parts of a form and their names are counted, and what a file holds is not", () => {
  const part = (name: string, content = "1", more = "") =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`
  expect(isFull(`${part("a").repeat(300)}--x--\r\n`, PARTS)).toBe(false)
  expect(isFull(`${part("a").repeat(302)}--x--\r\n`, PARTS)).toBe(true)
  const file = part("file", `${"a&[{,".repeat(2_000)}name="a${"[b]".repeat(20)}"`, '; filename="a[1][2].csv"')
  expect(isFull(`${file}--x--\r\n`, PARTS)).toBe(false)
  expect(isFull(`${part(`a${"[b]".repeat(20)}`)}--x--\r\n`, PARTS)).toBe(true)
})
