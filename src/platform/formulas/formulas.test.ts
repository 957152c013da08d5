import { expect, test } from "vitest"
import { drawFormula } from "./formulas.ts"

const LONGEST = 500

function nested(open: string, close: string): string {
  const depth = Math.floor((LONGEST - 1) / (open.length + close.length))
  return open.repeat(depth) + "x" + close.repeat(depth)
}

test("ROOM-10 formulas are drawn one after the other, and one that would take years ends after two seconds", async () => {
  const [first, endless, next] = await Promise.all([
    drawFormula("\\frac{1}{2}"),
    drawFormula(nested("\\xrightarrow{", "}")),
    drawFormula("\\pi"),
  ])
  expect(first?.drawing?.body).toContain("<path")
  expect(endless).toBeNull()
  expect(next?.drawing?.body).toContain("<path")
})

test("ROOM-10 formulas that are nested as deeply as they can be are drawn, or are none", async () => {
  for (const [open, close] of [
    ...[
      ["\\sqrt{", "}"],
      ["\\frac{1}{", "}"],
      ["\\left(", "\\right)"],
      ["\\matrix{", "}"],
    ],
  ] as [string, string][])
    expect((await drawFormula(nested(open, close)))?.drawing, open).not.toBeNull()
  // Words within words are drawn again and again.
  expect(await drawFormula(nested("\\text{", "}"))).toMatchObject({ drawing: null })
})
