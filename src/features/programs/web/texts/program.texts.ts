import { pageTexts } from "#ui/messages/page-texts.ts"
import { programText } from "./program.text.ts"

/** The texts of a program's own page and of the dialogs about it. */
export const programTexts = await pageTexts(programText, {
  hi: async () => (await import("./programs.text.hi.ts")).programTextHi,
})
