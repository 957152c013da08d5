import { pageTexts } from "#ui/messages/page-texts.ts"
import { auditText } from "./audit.text.ts"

/** The texts of the audit log. */
export const auditTexts = await pageTexts(auditText, {
  hi: async () => (await import("./audit.text.hi.ts")).auditTextHi,
})
