import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core"
import { z } from "zod"
import { applyBrand, type BrandChanges, brand } from "#shared/brand.ts"
import { parsePhone } from "#shared/phone.ts"
import type { Database, Db } from "./db.ts"
import { type Environment, isZone } from "./env.ts"
import type { Log } from "./log.ts"

/** What admins set differently from the environment and from content/. A setting without a row is as it was started. */
export const settings = pgTable("settings", {
  name: text("name").primaryKey(),
  value: jsonb("value").$type<SettingValue>().notNull(),
  changed_at: timestamp("changed_at", { withTimezone: true, mode: "date" }).notNull(),
})

export type SettingValue = string | number | boolean

type FlagKey = {
  [Key in keyof Environment]: Environment[Key] extends boolean ? Key : never
}[keyof Environment]
type NumberKey = {
  [Key in keyof Environment]: Environment[Key] extends number ? Key : never
}[keyof Environment]

/** Where a setting's value takes effect, and what it is unless an admin says otherwise. */
type Definition = { group: "academy" | "classes" | "messages" | "people" | "keeping" } & (
  | { kind: "text" | "email" | "phone" | "url"; brand: keyof BrandChanges; longest: number }
  | { kind: "zone"; env: "TIME_ZONE"; variable: string }
  | { kind: "number"; env: NumberKey; variable: string; least: number; most: number }
  | { kind: "flag"; env: FlagKey; variable: string }
)

/** Every setting of the product, in the order in which they are shown. */
export const SETTINGS = {
  academy_name: { group: "academy", kind: "text", brand: "name", longest: 60 },
  contact_phone: { group: "academy", kind: "phone", brand: "contactPhone", longest: 20 },
  contact_email: { group: "academy", kind: "email", brand: "contactEmail", longest: 120 },
  order_form_url: { group: "academy", kind: "url", brand: "orderFormUrl", longest: 300 },
  time_zone: { group: "academy", kind: "zone", env: "TIME_ZONE", variable: "TIME_ZONE" },
  class_grace_minutes: number("classes", "CLASS_GRACE_MINUTES", 1, 120),
  attendance_minimum_minutes: number("classes", "ATTENDANCE_MINIMUM_MINUTES", 1, 120),
  demo_hold_hours: number("classes", "DEMO_HOLD_HOURS", 1, 168),
  reminder_minutes: number("messages", "REMINDER_MINUTES", 15, 1_440),
  quiet_from_hour: number("messages", "QUIET_FROM_HOUR", 0, 23),
  quiet_to_hour: number("messages", "QUIET_TO_HOUR", 0, 23),
  reminder_soon_minutes: number("messages", "REMINDER_SOON_MINUTES", 1, 60),
  instructors_need_approval: flag("people", "instructorsNeedApproval", "INSTRUCTORS_NEED_APPROVAL"),
  parent_numbers_need_confirmation: flag(
    "people",
    "parentNumbersNeedConfirmation",
    "PARENT_NUMBERS_NEED_CONFIRMATION",
  ),
  live_classes_need_consent: flag("people", "liveClassesNeedConsent", "LIVE_CLASSES_NEED_CONSENT"),
  voice_evidence: flag("people", "voiceEvidence", "VOICE_EVIDENCE"),
  snapshots: flag("people", "SNAPSHOTS", "SNAPSHOTS"),
  admins_need_two_step: flag("people", "adminsNeedTwoStep", "ADMINS_NEED_TWO_STEP"),
  instructors_need_two_step: flag("people", "INSTRUCTORS_NEED_TWO_STEP", "INSTRUCTORS_NEED_TWO_STEP"),
  staff_session_idle_hours: number("people", "STAFF_SESSION_IDLE_HOURS", 1, 168),
  staff_session_days: number("people", "STAFF_SESSION_DAYS", 1, 30),
  session_idle_days: number("people", "SESSION_IDLE_DAYS", 1, 30),
  session_days: number("people", "SESSION_DAYS", 1, 365),
  snapshot_days: number("keeping", "SNAPSHOT_DAYS", 1, 365),
  chat_days: number("keeping", "CHAT_DAYS", 30, 3_650),
  notification_days: number("keeping", "NOTIFICATION_DAYS", 30, 3_650),
  enquiry_days: number("keeping", "ENQUIRY_DAYS", 30, 3_650),
} as const satisfies Record<string, Definition>

export type SettingName = keyof typeof SETTINGS
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

function number<G extends Definition["group"], K extends NumberKey & string>(
  group: G,
  env: K,
  least: number,
  most: number,
) {
  return { group, kind: "number", env, variable: env, least, most } as const
}

function flag<G extends Definition["group"], K extends FlagKey>(group: G, env: K, variable: string) {
  return { group, kind: "flag", env, variable } as const
}

/** What a typed value of a setting must be; it answers the value as it is kept. */
export function schemaOf(name: SettingName): z.ZodType<SettingValue> {
  const setting: Definition = SETTINGS[name]
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
      return z.email("Give an e-mail such as hello@academy.example").max(setting.longest)
    case "phone":
      return z.string().transform((typed, check) => {
        const phone = parsePhone(typed)
        if (!phone) check.addIssue({ code: "custom", message: "Give a mobile number such as 98765 43210" })
        return phone ?? ""
      })
    case "url":
      return z
        .url({ protocol: /^https?$/, error: "Give an address that starts with https://" })
        .max(setting.longest, `Use at most ${setting.longest} characters`)
    case "text":
      return z
        .string()
        .trim()
        .min(1, "This can't be empty")
        .max(setting.longest, `Use at most ${setting.longest} characters`)
  }
}

export type SettingRows = ReadonlyMap<string, SettingValue>

/** The rows as they are, in one query. */
export async function readSettingRows(db: Db): Promise<Map<string, SettingValue>> {
  const rows = await db.select({ name: settings.name, value: settings.value }).from(settings)
  return new Map(rows.map((row) => [row.name, row.value]))
}

/** The environment with what admins set over it. A row that can't stand any more counts as none. */
export function environmentWith(started: Environment, rows: SettingRows): Environment {
  const changes: Partial<Record<keyof Environment, SettingValue>> = {}
  for (const name of SETTING_NAMES) {
    const setting = SETTINGS[name]
    const value = validRow(name, rows)
    if (value !== undefined && "env" in setting) changes[setting.env] = value
  }
  return { ...started, ...changes } as Environment
}

function validRow(name: SettingName, rows: SettingRows): SettingValue | undefined {
  if (!rows.has(name)) return undefined
  const parsed = schemaOf(name).safeParse(rows.get(name))
  return parsed.success ? parsed.data : undefined
}

function brandOf(rows: SettingRows): BrandChanges {
  const changes: BrandChanges = {}
  for (const name of SETTING_NAMES) {
    const setting = SETTINGS[name]
    const value = validRow(name, rows)
    if (typeof value !== "string" || !("brand" in setting)) continue
    changes[setting.brand] = value
    if (setting.brand === "contactPhone") changes.contactPhoneDisplay = displayPhone(value)
  }
  return changes
}

function displayPhone(e164: string): string {
  const [, national] = /^\+91(\d{10})$/.exec(e164) ?? []
  return national ? `+91 ${national.slice(0, 5)} ${national.slice(5)}` : e164
}

/** The settings as one process follows them. */
export type LiveSettings = {
  /** The environment with what admins set over it, as of now. */
  env(): Environment
  /** As the process was started, before any admin's word. */
  started: Environment
  /** Counts the changes: what was rendered under an older count may be stale. */
  version(): number
  /** Reads the rows again, as after a change of our own; other processes hear of it by themselves. */
  reload(): Promise<void>
}

/** Reads the settings and follows their changes, made in whichever process. */
export async function followSettings(
  db: Database,
  started: Environment,
  changes: { on(topic: string, listener: () => void): () => void },
  log: Log,
): Promise<LiveSettings & { close(): void }> {
  let current = started
  let version = 0
  let last = Promise.resolve()
  async function read(): Promise<void> {
    const rows = await readSettingRows(db)
    current = environmentWith(started, rows)
    applyBrand(brandOf(rows))
    version += 1
  }
  // One after the other, so that the last to come read the latest rows.
  function reload(): Promise<void> {
    last = last.catch(() => {}).then(read)
    return last
  }
  await reload()
  const stop = changes.on("settings:all", () => {
    reload().catch((error) => log.error({ err: error }, "changed settings could not be read"))
  })
  return { env: () => current, started, version: () => version, reload, close: stop }
}

/** The value a setting has in this process. */
export function settingValue(name: SettingName, env: Environment): SettingValue {
  const setting = SETTINGS[name]
  return "env" in setting ? env[setting.env] : brand[setting.brand]
}
