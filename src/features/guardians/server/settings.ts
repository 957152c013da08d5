import { flag, type SettingDefinitions } from "#platform/settings.ts"

/** What guardians must confirm before it counts. */
export const guardianSettings = {
  parent_numbers_need_confirmation: flag(
    "people",
    "parentNumbersNeedConfirmation",
    "PARENT_NUMBERS_NEED_CONFIRMATION",
  ),
  live_classes_need_consent: flag("people", "liveClassesNeedConsent", "LIVE_CLASSES_NEED_CONSENT"),
} as const satisfies SettingDefinitions
