import type { FormulaPart } from "../whiteboard/formula/formula-parts.ts"

/** The texts of the dialog for a formula in English. */
export const formulaText = {
  title: "Add a formula",
  field: "Formula in TeX",
  hint: "For example \\frac{1}{2} or x^2. The buttons write the commands.",
  parts: "Parts of a formula",
  names: {
    fraction: "Fraction",
    power: "Power",
    index: "Index",
    root: "Square root",
    sum: "Sum",
    integral: "Integral",
    times: "Times",
    pi: "Pi",
    atMost: "At most",
    arrow: "Arrow",
  } satisfies Record<FormulaPart, string>,
  preview: (tex: string) => `Preview of ${tex}`,
  nothing: "The formula appears here.",
  cancel: "Cancel",
  add: "Add to the page",
  empty: "Write a formula",
  unknown: (command: string) => `There is no command ${command}.`,
  unfinished: "The formula isn't complete. Check its brackets.",
  unreached: "We couldn't be reached, so the formula isn't drawn yet.",
  tooMany: "You've written many new or very complicated formulas in a short time.",
}
