/** The buttons for parts of a formula: what each writes before and after what is selected, and its face. */
export const FORMULA_PARTS = {
  fraction: { before: "\\frac{", after: "}{}", face: "a⁄b" },
  power: { before: "^{", after: "}", face: "xⁿ" },
  index: { before: "_{", after: "}", face: "xₙ" },
  root: { before: "\\sqrt{", after: "}", face: "√" },
  sum: { before: "\\sum_{", after: "}^{}", face: "∑" },
  integral: { before: "\\int_{", after: "}^{}", face: "∫" },
  times: { before: "\\times ", after: "", face: "×" },
  pi: { before: "\\pi ", after: "", face: "π" },
  atMost: { before: "\\le ", after: "", face: "≤" },
  arrow: { before: "\\to ", after: "", face: "→" },
} as const
export type FormulaPart = keyof typeof FORMULA_PARTS
