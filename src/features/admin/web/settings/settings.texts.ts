import { pageTexts } from "#ui/messages/page-texts.ts"
import { type SettingText, settingsText } from "./settings.text.ts"

/** The texts of the academy's settings. */
export const settingsTexts = await pageTexts(settingsText, {
  hi: async () => (await import("./settings.text.hi.ts")).settingsTextHi,
})

/** Returns the text of a setting; one that only a newer release knows is called by its name. */
export function settingTextOf({ settings }: typeof settingsText, name: string): SettingText {
  return Object.hasOwn(settings, name)
    ? settings[name as keyof typeof settings]
    : { label: name, explanation: "" }
}
