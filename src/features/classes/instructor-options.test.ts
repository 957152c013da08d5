import { expect, test } from "vitest"
import { instructorOptions } from "./instructor-options.ts"

const instructors = [{ user_id: "1", name: "Meera Iyer" }]
const options = [{ value: "1", label: "Meera Iyer" }]

test("CAT-09 a form offers the present instructor once, and marks one who no longer teaches", () => {
  expect(instructorOptions(instructors, null)).toEqual(options)
  expect(instructorOptions(instructors, { user_id: "", name: "" })).toEqual(options)
  expect(instructorOptions(instructors, { user_id: "1", name: "Meera Iyer" })).toEqual(options)
  expect(instructorOptions(instructors, { user_id: "2", name: "Zakir Khan" })).toEqual([
    ...options,
    { value: "2", label: "Zakir Khan (no longer teaches)" },
  ])
})
