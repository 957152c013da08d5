import { pageTexts } from "#ui/messages/page-texts.ts"
import { proofText } from "./proof.text.ts"

/** The texts of the dialog and the page that ask for a proof. */
export const proofTexts = await pageTexts(proofText, {
  hi: async () => (await import("./proof.text.hi.ts")).proofTextHi,
})
