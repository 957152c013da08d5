import { createElement as h } from "react"
import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { MaterialsCard } from "./materials.card.tsx"

const worksheet = {
  ...{ id: "01a1fb92-f3d0-7236-906b-8ef063c43976", course_id: "01a1fb92-f3d0-7236-906b-8ef063c43977" },
  ...{ title: "Worksheet", name: "a.pdf", content_type: "application/pdf", size_bytes: 2_500_000 },
  created_at: new Date("2026-11-20T10:30:00Z"),
}

test("CAT-09 a program's material is in its document, and a program without any has no such part", () => {
  const html = renderToString(h(MaterialsCard, { materials: [worksheet] }))
  expect(html).toContain(`/courses/material/${worksheet.course_id}/${worksheet.id}`)
  expect(html).toContain("2.5")
  expect(renderToString(h(MaterialsCard, { materials: [] }))).toBe("")
})
