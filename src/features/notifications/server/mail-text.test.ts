import { expect, test } from "vitest"
import { writeMail } from "./mail-text.ts"

const brand = {
  name: "Kaksha",
  contactPhoneDisplay: "+91 80 0000 0100",
  contactEmail: "hello@kaksha.example",
}
const body = {
  language: "en" as const,
  subject: "Your code",
  paragraphs: ["Use this code to sign in.", "It is good for 10 minutes & once <only>."],
  code: "042137",
  button: { label: "Sign in", url: "https://kaksha.example/auth?a=1&b=2" },
}

test("ACC-09 a mail says the same as text and as HTML, without a picture or anything from elsewhere", () => {
  const { text, html } = writeMail(body, brand)
  for (const words of ["Use this code", "042137", "+91 80 0000 0100"]) {
    expect(text).toContain(words)
    expect(html).toContain(words)
  }
  expect(text).toContain("https://kaksha.example/auth?a=1&b=2")
  expect(html).toContain("&amp; once &lt;only&gt;")
  expect(html).not.toMatch(/<img|<link|<script|url\(/)
  expect(html.match(/https?:\/\/[^"<\s]+/g)?.every((url) => url.startsWith("https://kaksha.example/"))).toBe(
    true,
  )
})

test("NAV-07 a mail in Hindi says so to screen readers and closes in Hindi", () => {
  const { text, html } = writeMail({ ...body, language: "hi" }, brand)
  expect(html).toContain('<html lang="hi">')
  expect(text).toContain("कोई सवाल है?")
})
