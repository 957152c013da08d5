import { number, type SettingDefinitions } from "#platform/settings.ts"

/** An academy's description of itself, and how long messages of the contact form are kept. */
export const contentSettings = {
  academy_name: { group: "academy", kind: "text", brand: "name", longest: 60 },
  contact_phone: { group: "academy", kind: "phone", brand: "contactPhone", longest: 20 },
  contact_email: { group: "academy", kind: "email", brand: "contactEmail", longest: 120 },
  order_form_url: { group: "academy", kind: "url", brand: "orderFormUrl", longest: 300 },
  enquiry_days: number("keeping", "ENQUIRY_DAYS", 30, 3_650),
} as const satisfies SettingDefinitions
