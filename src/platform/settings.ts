import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core"
import { z } from "zod"
import { type Brand, type BrandChanges, filedBrand } from "#shared/brand.ts"
import { displayPhone, parsePhone } from "#shared/phone.ts"
import {
  CENTRES_HINT,
  DATES_HINT,
  PINS_HINT,
  readCentres,
  readDates,
  readPins,
} from "#shared/shop-settings.ts"
import { isUpiId } from "#shared/upi.ts"
import type { Database, Db } from "./database/db.ts"
import { type Environment, isZone, withinVideo } from "./env.ts"
import type { Log } from "./log/log.ts"

/** What admins set differently from the environment and from content/. A setting without a row is as it was started. */
export const settings = pgTable("settings", {
  name: text("name").primaryKey(),
  value: jsonb("value").$type<SettingValue>().notNull(),
  changed_at: timestamp("changed_at", { withTimezone: true, mode: "date" }).notNull(),
})

export type SettingValue = string | number | boolean

type FlagKey = {
  [Key in keyof Environment]-?: Environment[Key] extends boolean ? Key : never
}[keyof Environment]
type NumberKey = {
  [Key in keyof Environment]-?: Environment[Key] extends number ? Key : never
}[keyof Environment]

/** Lists that are typed as one text, each of which may be empty. */
const LISTS = {
  pins: { read: readPins, hint: PINS_HINT },
  dates: { read: readDates, hint: DATES_HINT },
  centres: { read: readCentres, hint: CENTRES_HINT },
}

/** The group of a setting, where it takes effect, and its default. */
export type Definition = {
  group: "academy" | "payments" | "shop" | "classes" | "messages" | "people" | "keeping"
} & (
  | { kind: "text" | "email" | "phone" | "url"; brand: keyof BrandChanges; longest: number }
  /** May be empty. */
  | {
      kind: "upi-id" | "name"
      env: "UPI_ID" | "UPI_PAYEE" | "BANK_DETAILS"
      variable: string
      longest: number
    }
  | {
      kind: keyof typeof LISTS
      env: "SHOP_DELIVERY_PINS" | "SHOP_HOLIDAYS" | "SHOP_CENTRES"
      variable: string
      longest: number
    }
  | { kind: "zone"; env: "TIME_ZONE"; variable: string }
  | { kind: "number"; env: NumberKey; variable: string; least: number; most: number }
  | { kind: "flag"; env: FlagKey; variable: string }
)

/** The settings of a feature, or of all of them, by name. */
export type SettingDefinitions = Readonly<Record<string, Definition>>

/** A setting that is a whole number, and its name in the environment. */
export function number<G extends Definition["group"], K extends NumberKey & string>(
  group: G,
  env: K,
  least: number,
  most: number,
) {
  return { group, kind: "number", env, variable: env, least, most } as const
}

/** A setting that is on or off. */
export function flag<G extends Definition["group"], K extends FlagKey>(group: G, env: K, variable: string) {
  return { group, kind: "flag", env, variable } as const
}

/** Returns the schema of the typed text of a setting; its output is the stored value. */
export function schemaOf(setting: Definition): z.ZodType<SettingValue> {
  const tooLong = "longest" in setting ? `Use at most ${setting.longest} characters` : ""
  switch (setting.kind) {
    case "number": {
      const range = `Give a whole number from ${setting.least} to ${setting.most}`
      return z.coerce.number(range).int(range).min(setting.least, range).max(setting.most, range)
    }
    case "flag":
      return z.union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")])
    case "zone":
      return z.string().trim().refine(isZone, "Give a time zone such as Asia/Kolkata")
    case "email":
      return z.email("Give an e-mail such as hello@academy.example").max(setting.longest, tooLong)
    case "phone":
      return z.string().transform((typed, check) => {
        const phone = parsePhone(typed)
        if (!phone)
          check.addIssue({
            code: "custom",
            message: "Give a phone number such as 98765 43210 or 080 4718 2200",
          })
        return phone ?? ""
      })
    case "url":
      return z
        .url({ protocol: /^https?$/, error: "Give an address that starts with https://" })
        .max(setting.longest, tooLong)
    case "upi-id":
      return z
        .string()
        .trim()
        .refine((typed) => typed === "" || isUpiId(typed), "Give a UPI id such as academy@okbank")
    case "pins":
    case "dates":
    case "centres": {
      const { read, hint } = LISTS[setting.kind]
      return z
        .string()
        .trim()
        .max(setting.longest, tooLong)
        .refine((typed) => read(typed) !== null, hint)
    }
    case "name":
      return z.string().trim().max(setting.longest, tooLong)
    case "text":
      return z.string().trim().min(1, "This can't be empty").max(setting.longest, tooLong)
  }
}

export type SettingRows = ReadonlyMap<string, SettingValue>

/** The rows as they are, in one query. */
export async function readSettingRows(db: Db): Promise<Map<string, SettingValue>> {
  const rows = await db.select({ name: settings.name, value: settings.value }).from(settings)
  return new Map(rows.map((row) => [row.name, row.value]))
}

/** Returns the environment with admins' settings applied. A row that is no longer valid is ignored. */
export function environmentWith(
  started: Environment,
  rows: SettingRows,
  definitions: SettingDefinitions,
): Environment {
  const changes: Partial<Record<keyof Environment, SettingValue>> = {}
  for (const [name, setting] of Object.entries(definitions)) {
    const value = validRow(name, setting, rows)
    if (value !== undefined && "env" in setting) changes[setting.env] = value
  }
  return withinVideo({ ...started, ...changes } as Environment)
}

function validRow(name: string, setting: Definition, rows: SettingRows): SettingValue | undefined {
  if (!rows.has(name)) return undefined
  const parsed = schemaOf(setting).safeParse(rows.get(name))
  return parsed.success ? parsed.data : undefined
}

/** Returns the brand of the academy's files with admins' settings applied, ignoring rows like `environmentWith`. */
export function brandWith(rows: SettingRows, definitions: SettingDefinitions): Brand {
  const changes: BrandChanges = {}
  for (const [name, setting] of Object.entries(definitions)) {
    const value = validRow(name, setting, rows)
    if (typeof value !== "string" || !("brand" in setting)) continue
    changes[setting.brand] = value
    if (setting.brand === "contactPhone") changes.contactPhoneDisplay = displayPhone(value)
  }
  return { ...filedBrand, ...changes }
}

/** The settings as one process follows them. */
export type LiveSettings = {
  /** The environment with what admins set over it, as of now. */
  env(): Environment
  /** The brand of content/ with what admins set over it, as of now. */
  brand(): Brand
  /** As the process was started, before any admin's word. */
  started: Environment
  /** The number of changes so far: anything rendered under an older number may be stale. */
  version(): number
  /** Reads the rows again after our own change; other processes are notified. */
  reload(): Promise<void>
}

/** How soon settings that could not be read are read again, in milliseconds. */
const AGAIN_MS = 1_000

/** Reads the settings and follows their changes, made in whichever process. */
export async function followSettings(
  db: Database,
  started: Environment,
  definitions: SettingDefinitions,
  changes: { on(topic: string, listener: () => void): () => void },
  log: Log,
): Promise<LiveSettings & { close(): void }> {
  let current = started
  let brand: Brand = filedBrand
  let version = 0
  let last = Promise.resolve()
  async function read(): Promise<void> {
    const rows = await readSettingRows(db)
    current = environmentWith(started, rows, definitions)
    brand = brandWith(rows, definitions)
    version += 1
  }
  // One after the other, so that the last call reads the latest rows.
  function reload(): Promise<void> {
    last = last.catch(() => {}).then(read)
    return last
  }
  await reload()
  let again: NodeJS.Timeout | undefined
  function follow(): void {
    clearTimeout(again)
    reload().catch((error) => {
      log.error({ err: error }, "changed settings could not be read, trying again")
      if (!closed) again = setTimeout(follow, AGAIN_MS)
    })
  }
  let closed = false
  const stop = changes.on("settings:all", follow)
  function close(): void {
    closed = true
    clearTimeout(again)
    stop()
  }
  return { env: () => current, brand: () => brand, started, version: () => version, reload, close }
}
