import { pageTexts } from "#ui/messages/page-texts.ts"
import { supplierText } from "./supplier.text.ts"

/** The texts of who sells. */
export const supplierTexts = await pageTexts(supplierText, {
  hi: async () => (await import("./supplier.text.hi.ts")).supplierTextHi,
})
