import { number, type SettingDefinitions } from "#platform/settings.ts"

/** How long the chat of a class is kept. */
export const roomSettings = {
  chat_days: number("keeping", "CHAT_DAYS", 30, 3_650),
} as const satisfies SettingDefinitions
