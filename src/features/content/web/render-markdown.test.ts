import { expect, test } from "vitest"
import { renderMarkdown } from "./render-markdown.server.tsx"

test("CONT-01 headings of an article can be linked to and are listed", () => {
  const { html, headings } = renderMarkdown("## Why *this* works\n\nText.\n\n### Detail\n\n## What’s next?")
  expect(headings).toEqual([
    { id: "why-this-works", text: "Why this works" },
    { id: "whats-next", text: "What’s next?" },
  ])
  expect(html).toContain('<h2 id="why-this-works">Why <em>this</em> works</h2>')
})

test("CONT-02 a table has headings of columns", () => {
  const { html } = renderMarkdown("| Days | Charge |\n|---|---|\n| 5 days | ₹1,000 |")
  expect(html.replace(/\n/g, "")).toBe(
    '<table><thead><tr><th scope="col">Days</th><th scope="col">Charge</th></tr></thead>' +
      "<tbody><tr><td>5 days</td><td>₹1,000</td></tr></tbody></table>",
  )
})

test("CONT-01 HTML and script links inside a text do not reach the page", () => {
  const { html } = renderMarkdown(
    "Hi <script>alert(1)</script> [go](javascript:alert(1)) <img src=x onerror=y>",
  )
  expect(html).not.toMatch(/<script|javascript:|<img/)
})
