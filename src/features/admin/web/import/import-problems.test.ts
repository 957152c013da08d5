import { expect, test } from "vitest"
import { CellProblem, ListProblem } from "#contract/admin/import-problems.ts"
import { importProblemsTextHi as hi } from "./import-problems.text.hi.ts"
import { importProblemsText as en } from "./import-problems.text.ts"

/** Values for every field of a problem, by name. */
const VALUES: Record<string, unknown> = {
  ...{ most: 1_000, least: 1, line: 7, example: "16:30", options: ["CBSE", "ICSE"], titles: ["Veena"] },
  ...{ title: "Chess", slugs: ["chess", "chess-2"], batch: "Noon", batches: ["Morning"] },
  ...{ unknown: ["colour"], missing: ["email"], repeated: true, known: ["email", "phone"] },
}

/** Each code of a union of problems, with values. */
function samplesOf(problems: typeof CellProblem | typeof ListProblem): object[] {
  return problems.options.flatMap(({ shape }) =>
    [...shape.code._zod.values].map((code) =>
      problems.parse(
        Object.fromEntries(Object.keys(shape).map((key) => [key, key === "code" ? code : VALUES[key]])),
      ),
    ),
  )
}

test("ADM-01 NAV-11 each problem of a list and its cells is told in English and Hindi", () => {
  const said = [
    ...samplesOf(CellProblem).map((one) => [en.cell(one as CellProblem), hi.cell(one as CellProblem)]),
    ...samplesOf(ListProblem).map((one) => [en.list(one as ListProblem), hi.list(one as ListProblem)]),
  ]
  expect(said.length).toBeGreaterThan(25)
  for (const [english = "", hindi = ""] of said) {
    expect(english).toMatch(/^[^\p{Script=Devanagari}]+$/u)
    expect(hindi).toMatch(/\p{Script=Devanagari}/u)
    expect(english + hindi).not.toMatch(/undefined|null|\[object/)
  }
  for (const language of [0, 1]) expect(new Set(said.map((one) => one[language])).size).toBe(said.length)
})

test("ADM-01 the header row's problems are told together, with the columns that can be there", () => {
  const head: ListProblem = {
    code: "head",
    unknown: ["colour"],
    missing: ["email", "phone"],
    repeated: false,
    known: ["email", "phone", "grade"],
  }
  expect(en.list(head)).toBe(
    "Check the header row. Unknown columns: colour. Missing columns: email, phone. Possible columns: email, phone, grade.",
  )
})
