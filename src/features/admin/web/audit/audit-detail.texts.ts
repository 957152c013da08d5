import { pageTexts } from "#ui/messages/page-texts.ts"
import { auditDetailText } from "./audit-detail.text.ts"

/** The texts of what is recorded with an act. */
export const auditDetailTexts = await pageTexts(auditDetailText, {
  hi: async () => (await import("./audit-detail.text.hi.ts")).auditDetailTextHi,
})
