import { pageTexts } from "#ui/messages/page-texts.ts"
import { integrationsText } from "./integrations.text.ts"

/** The texts of the services that a product is connected to. */
export const integrationsTexts = await pageTexts(integrationsText, {
  hi: async () => (await import("./integrations.text.hi.ts")).integrationsTextHi,
})
