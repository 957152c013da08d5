import { createElement as h, type ReactElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { Checkbox, Field, SelectInput, TextInput } from "./field.tsx"
import { FormError } from "./form-error.tsx"

const render = (element: ReactElement) => renderToStaticMarkup(element)

test("NAV-07 a field's label, hint and error are tied to its control", () => {
  const html = render(
    h(
      Field,
      { id: "mail", label: "E-mail", hint: "We write here only.", errors: "Enter an e-mail address" },
      h(TextInput, { name: "email", type: "email" }),
    ),
  )
  expect(html).toContain('<label for="mail"')
  expect(html).toMatch(/<input[^>]*id="mail"/)
  expect(html).toContain('aria-describedby="mail-hint mail-error"')
  expect(html).toContain('aria-invalid="true"')
  expect(html).toMatch(/<p id="mail-error"[^>]*>.*Enter an e-mail address<\/p>/)
  expect(html).toMatch(/<p id="mail-hint"[^>]*>We write here only\.<\/p>/)
})

test("NAV-07 a field without a fault says nothing of one", () => {
  const html = render(h(Field, { label: "E-mail" }, h(TextInput, { name: "email" })))
  expect(html).not.toContain("aria-invalid=")
  expect(html).not.toContain("aria-describedby=")
})

test("NAV-07 what a form library says of a field is merged, each description named once", () => {
  const state = { id: "f-grade", errorId: "f-grade-error", errors: ["Choose a grade"] }
  const html = render(
    h(
      Field,
      {
        label: "Grade",
        field: state,
      },
      h(SelectInput, {
        id: "f-grade",
        name: "grade",
        "aria-describedby": "f-grade-error",
        "aria-invalid": true,
        defaultValue: "10",
        options: [
          { value: "9", label: "Class 9" },
          { value: "10", label: "Class 10" },
        ],
      }),
    ),
  )
  expect(html).toContain('aria-describedby="f-grade-error"')
  expect(html).toMatch(/<p id="f-grade-error"[^>]*>.*Choose a grade<\/p>/)
  expect(html).toContain('<option value="10" selected="">Class 10</option>')
})

test("NAV-07 a checkbox carries its own label and error", () => {
  const html = render(
    h(Checkbox, {
      id: "terms",
      name: "terms",
      label: "I agree",
      errors: "Please agree to the terms and conditions",
    }),
  )
  expect(html).toMatch(/<input[^>]*id="terms"[^>]*type="checkbox"|<input[^>]*type="checkbox"[^>]*id="terms"/)
  expect(html).toContain('aria-describedby="terms-error"')
  expect(html).toContain("Please agree to the terms and conditions")
})

test("D10 a refused form is summed up above it, with links to its fields", () => {
  const html = render(
    h(FormError, { issues: ["Overlaps another class", { message: "No date", fieldId: "date" }] }),
  )
  expect(html).toContain('role="alert"')
  expect(html).toContain("Overlaps another class")
  expect(html).toContain('<a href="#date"')
  expect(render(h(FormError, { issues: [] }))).toBe("")
})
