import { expect, test } from "vitest"
import { drawTex } from "./tex.ts"

test("ROOM-10 a formula is drawn as curves of its own size, which need no font", () => {
  const { drawing } = drawTex("x=\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}")
  expect(drawing?.width).toBeGreaterThan(5)
  expect(drawing?.height).toBeGreaterThan(1)
  expect(drawing?.view_box).toMatch(/^[-\d.]+ [-\d.]+ [\d.]+ [\d.]+$/)
  expect(drawing?.body).toContain("<path")
  expect(drawing?.body).toContain("currentColor")
  expect(drawTex("x^2").drawing?.width).toBeLessThan(drawing?.width ?? 0)
  expect(drawTex("x^2")).toEqual(drawTex("x^2"))
})

test("ROOM-10 what is no formula says which command it doesn't know", () => {
  expect(drawTex("\\farc{1}{2}")).toEqual({ tex: "\\farc{1}{2}", drawing: null, unknown: "\\farc" })
  expect(drawTex("\\frac{1}{")).toEqual({ tex: "\\frac{1}{", drawing: null, unknown: null })
  expect(drawTex("x^2^3").drawing).toBeNull()
})

test("ROOM-10 a formula can't link, load, style or define anything, and words in it are only words", () => {
  for (const command of [
    ...["\\href{javascript:alert(1)}{x}", "\\class{a}{x}", "\\style{color:red}{x}", "\\cssId{a}{x}"],
    ...[
      "\\require{html}",
      "\\def\\a{\\a\\a}\\a",
      "\\newcommand{\\a}{x}",
      "\\includegraphics{x}",
      "\\unicode{65}",
    ],
  ])
    expect(drawTex(command).unknown, command).toMatch(/^\\/)
  const { drawing } = drawTex('\\text{<script>alert(1)</script> "गति"}')
  expect(drawing?.body).not.toContain("<script")
  expect(drawing?.body).not.toMatch(/\son\w+=|href|url\(/)
})
