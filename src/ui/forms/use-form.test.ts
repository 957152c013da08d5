import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { Field, TextInput } from "./field.tsx"
import { checkboxProps, inputProps } from "./form-props.ts"
import { useForm } from "./use-form.ts"

type Values = { email: string; sms: boolean; phone: string }
type Options = Parameters<typeof useForm<Values>>[0]

function Contact(options: Options) {
  const [form, fields] = useForm<Values>({ id: "contact", ...options })
  return createElement(
    "form",
    { id: form.id },
    createElement("p", { id: form.errorId }, form.errors?.join(" ")),
    createElement(
      Field,
      { label: "E-mail", field: fields.email },
      createElement(TextInput, inputProps(fields.email, { type: "email" })),
    ),
    createElement("input", inputProps(fields.phone, { type: "tel" })),
    createElement("input", { type: "checkbox", ...checkboxProps(fields.sms) }),
  )
}

const render = (options: Options) => renderToStaticMarkup(createElement(Contact, options))
const tagOf = (html: string, name: string) => html.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0]

test("NAV-07 a refused form shows what was typed, with the problem tied to its field and the rest at its head", () => {
  const html = render({
    defaultValue: { email: "before@kaksha.example", phone: "1" },
    lastResult: {
      status: "error",
      initialValue: { email: "nobody@", sms: "on" },
      error: { email: ["Give the whole address"], "": ["It could not be saved"] },
    },
  })
  const email = tagOf(html, "email") ?? ""
  expect(email).toContain('value="nobody@"')
  expect(email).toContain('aria-invalid="true"')
  const described = email.match(/aria-describedby="([^"]+)"/)?.[1]
  expect(html).toMatch(new RegExp(`id="${described}"[^>]*>.*Give the whole address`))
  expect(html).toContain('<p id="contact-error">It could not be saved</p>')
  expect(tagOf(html, "sms")).toContain("checked")
  expect(tagOf(html, "phone")).not.toContain("value=")
})

test("NAV-07 an untouched form shows its defaults, which a success brings back", () => {
  const defaultValue = { email: "asha@kaksha.example", sms: true, phone: null }
  for (const html of [
    render({ defaultValue }),
    render({ defaultValue, lastResult: { initialValue: null } }),
  ]) {
    expect(tagOf(html, "email")).toContain('value="asha@kaksha.example"')
    expect(tagOf(html, "email")).not.toContain("aria-invalid=")
    expect(tagOf(html, "sms")).toContain("checked")
    expect(tagOf(html, "phone")).not.toContain("value=")
  }
})
