import { createElement as h } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { initialsOf } from "./components/avatar.tsx"
import { Price } from "./components/price.tsx"
import { DataTable } from "./components/table.tsx"
import { chosenTab } from "./components/tabs.tsx"
import { errorMessages, errorText } from "./messages/errors.en.ts"

test("D7 a price shows the rupee sign and Indian digit grouping", () => {
  expect(renderToStaticMarkup(h(Price, { paise: 199_900 }))).toContain("₹1,999<")
  expect(renderToStaticMarkup(h(Price, { paise: 1_23_45_600 }))).toContain("₹1,23,456<")
})

test("NAV-07 initials come from the first and the last word, in any script", () => {
  expect(initialsOf("Ananya Rao Krishnan")).toBe("AK")
  expect(initialsOf("aarav")).toBe("A")
  expect(initialsOf("अनन्या शर्मा")).toBe("अश")
  expect(initialsOf("  ")).toBe("")
})

test("NAV-07 tabs follow the URL, and an unknown choice is the first tab", () => {
  const tabs = [
    { value: "overview", label: "Overview" },
    { value: "live", label: "Live Classes" },
  ]
  expect(chosenTab(new URLSearchParams("tab=live"), tabs)).toBe("live")
  expect(chosenTab(new URLSearchParams("tab=nonsense"), tabs)).toBe("overview")
  expect(chosenTab(new URLSearchParams("view=live"), tabs, "view")).toBe("live")
})

test("NAV-07 a table keeps its roles and names when a phone shows it as cards", () => {
  const html = renderToStaticMarkup(
    h(DataTable<{ name: string }>, {
      caption: "Students",
      columns: [{ key: "name", header: "Name", cell: (row) => row.name }],
      rows: [{ name: "Asha" }],
      rowKey: (row) => row.name,
    }),
  )
  expect(html).toContain('<table role="table"')
  expect(html).toMatch(/<caption[^>]*>Students<\/caption>/)
  expect(html).toMatch(/<th role="rowheader" scope="row"[^>]*>.*Asha/)
})

test("D10 every error code has a title and a description, and an unknown one reads as a general failure", () => {
  for (const { title, description } of Object.values(errorMessages)) {
    expect(title.length).toBeGreaterThan(2)
    expect(description.length).toBeGreaterThan(10)
  }
  expect(errorText("CLASS_NOT_READY")).toEqual({
    title: "Class Not Ready",
    description: "The instructor hasn't started the class yet",
  })
  expect(errorText("NEW_CODE").description).toContain("Try again")
  expect(errorText("toString").title).toBe("Error")
})
