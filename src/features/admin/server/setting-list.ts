import { accountSettings } from "#features/accounts/server/settings.ts"
import { attendanceSettings } from "#features/attendance/server/settings.ts"
import { classSettings } from "#features/classes/server/settings.ts"
import { contentSettings } from "#features/content/server/settings.ts"
import { guardianSettings } from "#features/guardians/server/settings.ts"
import { notificationSettings } from "#features/notifications/server/settings.ts"
import { paymentSettings } from "#features/payments/server/settings.ts"
import { roomSettings } from "#features/rooms/server/settings.ts"
import { shopSettings } from "#features/shop/server/settings.ts"

/** Every setting of the product, in display order within its group. */
export const SETTINGS = {
  ...contentSettings,
  ...paymentSettings,
  ...shopSettings,
  ...classSettings,
  ...notificationSettings,
  ...accountSettings,
  ...guardianSettings,
  ...attendanceSettings,
  ...roomSettings,
}

export type SettingName = keyof typeof SETTINGS
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]
