import { pageTexts } from "#ui/messages/page-texts.ts"
import { classText } from "./class.text.ts"

/** The texts of classes wherever they are shown. */
export const classTexts = await pageTexts(classText, {
  hi: async () => (await import("./class.text.hi.ts")).classTextHi,
})
