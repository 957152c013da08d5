import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { ProofFields } from "./proof-fields.tsx"

test("ACC-12 Enter in the code that was mailed gives it, and sends no new one", () => {
  const html = renderToStaticMarkup(
    <ProofFields
      options={{ recent: false, by: "mail", second_step: false, google: false }}
      reply={{ form: null, toast: null, code: null, done: true, step: "send", carried: [] }}
      sending={undefined}
      to="/account"
    />,
  )
  // A browser presses a form's first button.
  const [first] = [...html.matchAll(/type="submit"[^>]*/g)].map(String)
  expect(html).toContain('name="proof_code"')
  expect(first).toContain('value="give"')
})
