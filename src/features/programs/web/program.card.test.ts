import { createElement as h } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { LanguageContext } from "#ui/messages/use-messages.ts"
import { type ProgramCardData, ProgramFigures } from "./program.card.tsx"

const program: ProgramCardData = {
  ...{ id: "01a1fb92-f3d0-7236-906b-8ef063c43976", slug: "veena", title: "Veena", instructor: "Meera Iyer" },
  ...{ summary: "", image: "/veena.webp", image_alt: "", level: "Beginner", service: "Music" },
  ...{ curriculum: "General", grade: "All", subject: "Veena", rating: 0, students: 3, duration: "3 months" },
  ...{ price_paise: 100, sample_figures: false, enrolled: false, valid_until: null },
}

const draw = (parts: Partial<ProgramCardData>, value: "en" | "hi" = "en") =>
  renderToStaticMarkup(
    h(LanguageContext, { value }, h(ProgramFigures, { program: { ...program, ...parts } })),
  )

test("CAT-01 a program that nobody has rated shows no rating, and one that was rated does", () => {
  for (const language of ["en", "hi"] as const) {
    expect(draw({}, language)).not.toMatch(/0\.0|Rated|रेटिंग/)
    expect(draw({ rating: 4.75 }, language)).toContain("4.8")
  }
  expect(draw({})).toContain("3 months")
  expect(draw({ rating: 4.5 })).toContain("Rated 4.5 out of 5")
})
