import { expect, test } from "vitest"
import {
  checkIdentity,
  checkTemplate,
  composeMessage,
  type DltTemplate,
  sampleValues,
  suggestTemplate,
  TEMPLATE_KINDS,
} from "./dlt.ts"
import { measureText } from "./sms-text.ts"

const identity = {
  entity_id: "1001234567890123456",
  header: "KAKSHA",
  links: ["https://kaksha.example/a/"],
  numbers: ["+918000000100"],
}
const said = { academy: "Kaksha", link: "https://kaksha.example/a/" }
const absence: DltTemplate = {
  template_id: "1107123456789012345",
  variable_length: 30,
  ...suggestTemplate("absence", "en", said),
}
const problemsOf = (change: Partial<DltTemplate>) =>
  checkTemplate("absence", "en", { ...absence, ...change }, identity)

test("ATT-07 the wording suggested for every kind and language passes what operators check", () => {
  for (const kind of TEMPLATE_KINDS) {
    for (const language of ["en", "hi"] as const) {
      const template = { ...absence, ...suggestTemplate(kind, language, said) }
      expect(checkTemplate(kind, language, template, identity), `${kind} ${language}`).toEqual([])
      expect(composeMessage(template, identity, sampleValues(kind, template)).problems).toEqual([])
    }
  }
})

test("ATT-07 a template is refused for tags, names, links, numbers, advertising or the wrong script, each by its reason", () => {
  expect(problemsOf({ template_id: "12" })).toEqual([{ code: "template-id" }])
  expect(problemsOf({ body: "Nothing to fill", variables: [] })).toEqual([{ code: "no-variables" }])
  expect(problemsOf({ body: "{#name#} was absent", variables: ["studentName"] })).toEqual([
    { code: "unknown-tag", tag: "name" },
  ])
  expect(problemsOf({ variables: ["studentName"] })).toEqual([
    { code: "unnamed-variables", variables: 5, names: 1 },
  ])
  expect(problemsOf({ variables: ["studentName", "className", "classDate", "classTime", "salary"] })).toEqual(
    [{ code: "unknown-value", name: "salary", known: expect.arrayContaining(["answerToken"]) }],
  )
  expect(problemsOf({ body: absence.body.replace("kaksha.example", "other.example") })).toEqual([
    { code: "unlisted-link", link: "https://other.example/a/" },
  ])
  expect(problemsOf({ body: `${absence.body} Call 98450 12345` })).toEqual([
    { code: "unlisted-number", number: "98450 12345" },
  ])
  expect(problemsOf({ body: `${absence.body} Call +91 80 0000 0100` })).toEqual([])
  expect(problemsOf({ body: `${absence.body} Special discount!` })).toEqual([
    { code: "advertising", word: "discount" },
  ])
  expect(checkTemplate("absence", "hi", absence, identity)).toEqual([{ code: "not-in-hindi" }])
})

test("ATT-07 a message is refused when a value is too long, empty, or brings a link or number of its own", () => {
  const values = sampleValues("absence", absence)
  const problems = (at: number, value: string, template = absence) =>
    composeMessage(template, identity, values.with(at, value)).problems
  expect(problems(0, "A".repeat(31))).toEqual([
    { code: "value-too-long", name: "studentName", length: 31, most: 30 },
  ])
  expect(problems(0, "A".repeat(31), { ...absence, variable_length: 40 })).toEqual([])
  expect(problems(1, " ")).toEqual([{ code: "value-empty", name: "className" }])
  expect(problems(1, "Join www.win.example")).toEqual([{ code: "unlisted-link", link: "www.win.example" }])
  expect(problems(1, "Call 98450 12345")).toEqual([{ code: "unlisted-number", number: "98450 12345" }])
  expect(problems(1, "Free Body Diagrams")).toEqual([])
})

test("ATT-07 a text is counted as phones do: 160 or 153 characters a part, 70 or 67 in Unicode", () => {
  expect(measureText("a".repeat(160))).toEqual({ encoding: "gsm", units: 160, parts: 1 })
  expect(measureText("a".repeat(161))).toMatchObject({ parts: 2 })
  expect(measureText("a".repeat(307))).toMatchObject({ parts: 3 })
  expect(measureText(`${"a".repeat(158)}€`)).toMatchObject({ units: 160, parts: 1 })
  expect(measureText("क".repeat(70))).toEqual({ encoding: "unicode", units: 70, parts: 1 })
  expect(measureText("क".repeat(71))).toMatchObject({ parts: 2 })
})

test("ATT-07 the academy's entity has 19 digits and its header six letters", () => {
  expect(checkIdentity(identity)).toEqual({})
  expect(Object.keys(checkIdentity({ ...identity, entity_id: "17", header: "KAK5HA" }))).toEqual([
    "entity_id",
    "header",
  ])
})
