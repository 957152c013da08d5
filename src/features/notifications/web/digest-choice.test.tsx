import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { DigestChoice } from "./digest-choice.tsx"

test("DASH-04 a digest that reaches nobody any more can be switched off, and not be chosen", () => {
  const choiceOf = (digest_weekday: number | null) =>
    renderToStaticMarkup(
      <DigestChoice
        preferences={{ email: "", phone: null, whatsapp: false, push: { endpoints: [] }, digest_weekday }}
      />,
    )
  expect(choiceOf(7)).not.toContain('disabled=""')
  expect(choiceOf(null)).toContain('disabled=""')
})
