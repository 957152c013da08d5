import { expect, test } from "vitest"
import { guardianText } from "#features/guardians/web/guardian.text.ts"
import { chosenChild, guardianTabs } from "./guardian-tabs.ts"

const paid = { student_id: "7", rights: ["pay" as const], manages: false }
const seen = { student_id: "8", rights: ["see" as const], manages: false }

test("DASH-04 a guardian's dashboard has the views that they may open for the child", () => {
  const viewsOf = (child: typeof paid | typeof seen) =>
    guardianTabs(guardianText.dashboard.tabs, child).map(({ value }) => value)
  expect(viewsOf(paid)).toEqual(["guardians"])
  expect(viewsOf(seen)).toEqual(["timetable", "attendance", "recordings", "guardians"])
})

test.each([
  ["", "8"],
  ["tab=attendance", "8"],
  ["tab=guardians", "7"],
  ["child=7&tab=attendance", "7"],
  ["child=9", "8"],
  ["tab=consent", "7"],
])("DASH-04 the address ?%s is about the child for whom its view may be opened", (search, child) => {
  expect(chosenChild([paid, seen], new URLSearchParams(search))?.student_id).toBe(child)
})
