import { pageTexts } from "#ui/messages/page-texts.ts"
import { importProblemsText } from "./import-problems.text.ts"

/** What is wrong with an imported list and its cells. */
export const importProblemsTexts = await pageTexts(importProblemsText, {
  hi: async () => (await import("./import-problems.text.hi.ts")).importProblemsTextHi,
})
