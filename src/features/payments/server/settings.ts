import { LONGEST_BANK_DETAILS } from "#platform/env.ts"
import { number, type SettingDefinitions } from "#platform/settings.ts"
import { LONGEST_PAYEE } from "#shared/upi.ts"

/** Where families and organisations pay to without a provider, and what one admin may refund alone. */
export const paymentSettings = {
  upi_id: { group: "payments", kind: "upi-id", env: "UPI_ID", variable: "UPI_ID", longest: 320 },
  upi_payee: {
    group: "payments",
    kind: "name",
    env: "UPI_PAYEE",
    variable: "UPI_PAYEE",
    longest: LONGEST_PAYEE,
  },
  bank_details: {
    group: "payments",
    kind: "name",
    env: "BANK_DETAILS",
    variable: "BANK_DETAILS",
    longest: LONGEST_BANK_DETAILS,
  },
  refund_limit_rupees: number("payments", "REFUND_LIMIT_RUPEES", 0, 10_00_000),
} as const satisfies SettingDefinitions
