import type { Ctx } from "#platform/context.ts"
import { flag, number, type SettingDefinitions } from "#platform/settings.ts"
import { type Centre, readCentres, readDates, readPins } from "#shared/shop-settings.ts"

const LONGEST = 2_000

function list<Kind extends "pins" | "dates" | "centres", Key extends string>(kind: Kind, env: Key) {
  return { group: "shop", kind, env, variable: env, longest: LONGEST } as const
}

/** Whether the academy sells goods itself, and how they reach their buyers. */
export const shopSettings = {
  shop_open: flag("shop", "SHOP_OPEN", "SHOP_OPEN"),
  shop_delivery_pins: list("pins", "SHOP_DELIVERY_PINS"),
  shop_delivery_fee_rupees: number("shop", "SHOP_DELIVERY_FEE_RUPEES", 0, 10_000),
  shop_delivery_days: number("shop", "SHOP_DELIVERY_DAYS", 1, 90),
  shop_centres: list("centres", "SHOP_CENTRES"),
  shop_pickup_days: number("shop", "SHOP_PICKUP_DAYS", 1, 90),
  shop_holidays: list("dates", "SHOP_HOLIDAYS"),
  shop_return_days: number("shop", "SHOP_RETURN_DAYS", 1, 60),
} as const satisfies SettingDefinitions

export type Terms = {
  isOpen: boolean
  pins: string[]
  delivery_fee_paise: number
  delivery_days: number
  pickup_days: number
  centres: Centre[]
  holidays: string[]
  return_days: number
}

/** How the academy sells goods now. */
export function termsOf({ env }: Pick<Ctx, "env">): Terms {
  return {
    isOpen: env.SHOP_OPEN,
    pins: readPins(env.SHOP_DELIVERY_PINS) ?? [],
    delivery_fee_paise: env.SHOP_DELIVERY_FEE_RUPEES * 100,
    delivery_days: env.SHOP_DELIVERY_DAYS,
    pickup_days: env.SHOP_PICKUP_DAYS,
    centres: readCentres(env.SHOP_CENTRES) ?? [],
    holidays: readDates(env.SHOP_HOLIDAYS) ?? [],
    return_days: env.SHOP_RETURN_DAYS,
  }
}
