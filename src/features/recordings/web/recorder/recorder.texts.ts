import { documentTexts } from "#ui/messages/page-texts.ts"
import { recorderText as en } from "./recorder.text.ts"

export const recorderText = await documentTexts(en, {
  hi: async () => (await import("./recorder.text.hi.ts")).recorderTextHi,
})
