import { pageTexts } from "#ui/messages/page-texts.ts"
import { scanText } from "./scan.text.ts"

/** The texts of reading a code with the camera, in both languages. */
export const scanTexts = await pageTexts(scanText, {
  hi: async () => (await import("./scan.text.hi.ts")).scanTextHi,
})
