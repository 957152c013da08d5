import { documentTexts, pageTexts } from "#ui/messages/page-texts.ts"
import { panelText as en } from "./panels.text.ts"

const others = { hi: async () => (await import("./panels.text.hi.ts")).panelTextHi }

/** For what a class's page shows of its room afterwards. */
export const panelTexts = await pageTexts(en, others)

export const panelText = await documentTexts(en, others)
