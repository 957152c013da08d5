import { expect, test } from "vitest"
import { countEnglishOnly } from "./english-only.ts"

const texts = {
  path: "src/features/a/web/a.text.ts",
  text: `export const a = { save: "Save", of: (n: number) => \`\${n} of 3\`, kind: "x" } as const`,
}

test("NAV-11 what people read in English alone is counted", () => {
  const screen = {
    path: "src/features/a/web/a.page.tsx",
    text: `
      import { Field } from "#ui/forms/field.tsx"
      const toast = { title: "Saved", tone: "success" }
      const NOTE = "Changes apply immediately"
      export const page = (
        <Field label="Name" name="first_name" className="grid gap-4">
          Names are checked. {NOTE} <b>{toast.title}</b>
        </Field>
      )`,
  }
  // The toast's title, the note, the label, and the text inside.
  expect(countEnglishOnly(screen, [screen])).toBe(4)
  const inHindi = { ...screen, text: `${screen.text}\nconst HI = "नाम"` }
  expect(countEnglishOnly(inHindi, [inHindi])).toBe(0)
})

test("NAV-11 a field's error counts until its Hindi is known, and the path of a module never", () => {
  const form = {
    path: "src/features/a/web/a.act.ts",
    text: 'z.string("Choose a subject").max(9, "Use at most nine characters of any kind")',
  }
  expect(countEnglishOnly(form, [form])).toBe(1)
  const late = {
    path: "src/features/a/web/a.texts.ts",
    text: 'export const a = await pageTexts(text, { hi: async () => (await import("./a.text.hi.ts")).a })',
  }
  expect(countEnglishOnly(late, [late])).toBe(0)
})

test("NAV-11 a module of texts counts whole until its Hindi is beside it", () => {
  expect(countEnglishOnly(texts, [texts])).toBe(2)
  const hi = { path: "src/features/a/web/a.text.hi.ts", text: 'export const hi = { save: "सहेजें" }' }
  expect(countEnglishOnly(texts, [texts, hi])).toBe(0)
  const both = { path: "src/features/a/web/b.ts", text: 'import { a } from "./a.text.ts"\nconst hi = "सहेजें"' }
  expect(countEnglishOnly(texts, [texts, both])).toBe(0)
  expect(countEnglishOnly(texts, [texts, { ...both, path: "src/features/b/web/b.ts" }])).toBe(2)
})
