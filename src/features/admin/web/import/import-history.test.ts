import { createElement as h } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createMemoryRouter, RouterProvider } from "react-router"
import { expect, test } from "vitest"
import type { Import } from "#contract/admin/admin-import.ts"
import type { Language } from "#ui/language.ts"
import { LanguageContext } from "#ui/messages/use-messages.ts"
import { ImportHistory } from "./import-history.tsx"

const now = new Date("2026-11-20T10:30:00Z")
const one: Import = {
  id: "01a1fb92-f3d0-7236-906b-8ef063c43976",
  kind: "students",
  made_at: now,
  made_by: "Asha Rao",
  created: 500,
  undoing: null,
  kept: [],
  undone_at: null,
  undo_until: new Date("2026-11-20T11:30:00Z"),
  to_invite: 0,
  invited: 0,
  invite_again: 0,
  last_invited_at: null,
}

const nameOnly = (name: string) => ({ name, scheduled_date: null, start_time: null })

function draw(parts: Partial<Import>, language: Language = "en"): string {
  const list = h(ImportHistory, { imports: [{ ...one, ...parts }], zone: "Asia/Kolkata", now })
  const router = createMemoryRouter([{ path: "/", element: h(LanguageContext, { value: language }, list) }])
  return renderToStaticMarkup(h(RouterProvider, { router }))
}

test("ADM-01 an import that is being undone says how far it is and can't be undone again", () => {
  expect(draw({})).toContain('value="undo"')
  const undoing = draw({ undoing: { done: 340, total: 700 } })
  expect(undoing).toContain("Undoing, 340 of 700")
  expect(undoing).toMatch(/<progress[^>]*value="340" max="700"/)
  expect(undoing).not.toContain('value="undo"')
  expect(draw({ undoing: { done: 340, total: 700 } }, "hi")).toContain("वापस लिया जा रहा है, 700 में से 340 हुए")
})

test("ADM-01 an import that was undone in part names what was kept", () => {
  expect(draw({ undone_at: now })).toContain("Undone<")
  const part = draw({ undone_at: now, kept: [nameOnly("Tara Rao"), nameOnly("Asha Sen")] })
  expect(part).toContain("Undone in part")
  expect(part).toContain("2 could not be undone, because they are in use now:")
  expect(part).toContain("<li>Tara Rao</li><li>Asha Sen</li>")
  const many = Array.from({ length: 25 }, (_, n) => nameOnly(`Student ${n}`))
  expect(draw({ undone_at: now, kept: many })).toContain("and 5 more")
  const chess = { name: "Chess", scheduled_date: "2027-01-02", start_time: "06:00:00" }
  expect(draw({ undone_at: now, kept: [chess] })).toContain("<li>Chess (Sat, 2 Jan, 2027, 6:00 am)</li>")
  expect(draw({ undone_at: now, kept: [chess] }, "hi")).toMatch(/<li>Chess \(.*2 जन॰ 2027, सुबह 6:00 बजे\)/)
})
