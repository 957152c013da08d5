import { createElement as h } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { MemoryRouter } from "react-router"
import { expect, test } from "vitest"
import { LanguageContext } from "#ui/messages/use-messages.ts"
import { EnrolSubmit } from "./enrol-button.tsx"

function draw(program: { enrolled: boolean; renews?: boolean }, value: "en" | "hi" = "en") {
  const button = h(EnrolSubmit, { program: { slug: "tabla", ...program }, place: "card" })
  return renderToStaticMarkup(h(MemoryRouter, null, h(LanguageContext, { value }, button)))
}

test("CAT-07 PAY-02 a card leads a former member to where the membership is renewed", () => {
  const ended = { enrolled: true, renews: true }
  expect(draw(ended)).toMatch(/<a [^>]*href="\/courses\/tabla\/checkout"[^>]*>Renew<\/a>/)
  expect(draw(ended, "hi")).toContain(">सदस्यता बढ़ाएँ</a>")
  expect(draw({ enrolled: true, renews: false })).toMatch(/<button type="button" disabled.*Enrolled/)
  expect(draw({ enrolled: false, renews: false })).toMatch(/<button .*type="submit".*Enroll/)
})
