import { pageTexts } from "#ui/messages/page-texts.ts"
import { registerText } from "./register.text.ts"

export const registerTexts = await pageTexts(registerText, {
  hi: async () => (await import("./register.text.hi.ts")).registerTextHi,
})
