import { pageTexts } from "#ui/messages/page-texts.ts"
import { captionsText, playerText } from "./player.text.ts"

const hindi = () => import("./player.text.hi.ts")

/** The texts of the page that plays a recording. */
export const playerTexts = await pageTexts(playerText, {
  hi: async () => (await hindi()).playerTextHi,
})

/** The texts of a recording's captions. */
export const captionsTexts = await pageTexts(captionsText, {
  hi: async () => (await hindi()).captionsTextHi,
})
