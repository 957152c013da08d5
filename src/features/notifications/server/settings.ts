import { number, type SettingDefinitions } from "#platform/settings.ts"

/** Quiet hours, what messages cost, and how long notices inside the product are kept. */
export const notificationSettings = {
  quiet_from_hour: number("messages", "QUIET_FROM_HOUR", 0, 23),
  quiet_to_hour: number("messages", "QUIET_TO_HOUR", 0, 23),
  sms_price_paise: number("messages", "SMS_PRICE_PAISE", 0, 10_000),
  whatsapp_price_paise: number("messages", "WHATSAPP_PRICE_PAISE", 0, 10_000),
  mail_price_paise: number("messages", "MAIL_PRICE_PAISE", 0, 10_000),
  notification_days: number("keeping", "NOTIFICATION_DAYS", 30, 3_650),
} as const satisfies SettingDefinitions
