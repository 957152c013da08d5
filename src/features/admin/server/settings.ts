import { eq } from "drizzle-orm"
import type { Setting } from "#contract/admin/admin.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import {
  brandWith,
  environmentWith,
  readSettingRows,
  type SettingRows,
  type SettingValue,
  schemaOf,
  settings,
} from "#platform/settings.ts"
import { SETTING_NAMES, SETTINGS, type SettingName } from "./setting-list.ts"

/** Returns every setting with its value in the database and where that comes from. Two queries. */
export async function listSettings(ctx: Ctx): Promise<Setting[]> {
  const rows = await readSettingRows(ctx.db)
  const zoneInUse = await hasClasses(ctx)
  const [usual, now] = [valuesUnder(ctx, new Map()), valuesUnder(ctx, rows)]
  return SETTING_NAMES.map((name) => {
    const value = { now: now(name), usual: usual(name) }
    return describe(ctx, name, value, { isSet: rows.has(name), zoneInUse })
  })
}

function describe(
  ctx: Ctx,
  name: SettingName,
  value: { now: SettingValue; usual: SettingValue },
  { isSet, zoneInUse }: { isSet: boolean; zoneInUse: boolean },
): Setting {
  const setting = SETTINGS[name]
  const variable = "variable" in setting ? setting.variable : null
  const given = variable !== null && ctx.settings.started.given.includes(variable)
  const usualSource = variable === null ? "content" : given ? "environment" : "default"
  return {
    name,
    group: setting.group,
    kind: setting.kind,
    value: value.now,
    usual: value.usual,
    source: isSet ? "admin" : usualSource,
    variable,
    least: "least" in setting ? setting.least : null,
    most: "most" in setting ? setting.most : null,
    fixed: setting.kind === "zone" && zoneInUse ? "ZONE_IN_USE" : null,
  }
}

/** Returns the value of each setting under these rows; without any, what it is when no admin changed it. */
function valuesUnder(ctx: Ctx, rows: SettingRows): (name: SettingName) => SettingValue {
  const env = environmentWith(ctx.settings.started, rows, SETTINGS)
  const brand = brandWith(rows, SETTINGS)
  return (name) => {
    const setting = SETTINGS[name]
    return "env" in setting ? env[setting.env] : brand[setting.brand]
  }
}

/** The zone can't change once there are classes, because their wall-clock times are in it. */
async function hasClasses(ctx: Pick<Ctx, "db">): Promise<boolean> {
  const rows = await ctx.db.select({ id: scheduledClasses.id }).from(scheduledClasses).limit(1)
  return rows.length > 0
}

/**
 * Changes settings in one transaction, with an audit entry for each changed one. They apply immediately in
 * this process, and a moment later in others. Throws FIELD_ERRORS by the settings' names.
 */
export async function changeSettings(
  ctx: SignedInCtx,
  typed: Record<string, SettingValue>,
): Promise<{ changed: string[] }> {
  const values = readTyped(typed)
  const changed = await inTransaction(ctx, async (tx) => {
    const now = valuesUnder(tx, await readSettingRows(tx.db))
    const different = [...values].filter(([name, value]) => now(name) !== value)
    if (different.some(([name]) => name === "time_zone") && (await hasClasses(tx))) {
      refuseFields({ time_zone: "ZONE_IN_USE" })
    }
    const changed_at = tx.clock.now()
    for (const [name, value] of different) {
      await tx.db
        .insert(settings)
        .values({ name, value, changed_at })
        .onConflictDoUpdate({ target: settings.name, set: { value, changed_at } })
      await recordAct(tx, "settings.change", name, telling(name, now(name), value))
    }
    if (different.length > 0) await emit(tx, "settings.changed", "all")
    return different.map(([name]) => name)
  })
  if (changed.length > 0) await ctx.settings.reload()
  return { changed }
}

/** Returns the values for the audit log: figures and switches, but no names or contacts. */
function telling(name: SettingName, from: SettingValue, to: SettingValue): Record<string, SettingValue> {
  return "env" in SETTINGS[name] ? { from, to } : {}
}

function readTyped(typed: Record<string, SettingValue>): Map<SettingName, SettingValue> {
  const values = new Map<SettingName, SettingValue>()
  const problems: Record<string, string> = {}
  for (const [name, value] of Object.entries(typed)) {
    if (!isSetting(name)) {
      problems[name] = "Unknown setting"
      continue
    }
    const parsed = schemaOf(SETTINGS[name]).safeParse(value)
    if (parsed.success) values.set(name, parsed.data)
    else problems[name] = parsed.error.issues[0]?.message ?? "Choose another value"
  }
  if (Object.keys(problems).length > 0) refuseFields(problems)
  return values
}

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name)
}

/** Resets a setting to its value when the product was started. Throws NOT_FOUND. */
export async function resetSetting(ctx: SignedInCtx, name: string): Promise<void> {
  if (!isSetting(name)) notFound()
  await inTransaction(ctx, async (tx) => {
    const [usual, now] = [valuesUnder(tx, new Map()), valuesUnder(tx, await readSettingRows(tx.db))]
    const changes = now(name) !== usual(name)
    if (name === "time_zone" && changes && (await hasClasses(tx))) refuseFields({ time_zone: "ZONE_IN_USE" })
    const taken = await tx.db.delete(settings).where(eq(settings.name, name)).returning()
    if (taken.length === 0) return
    await recordAct(tx, "settings.reset", name, telling(name, now(name), usual(name)))
    await emit(tx, "settings.changed", "all")
  })
  await ctx.settings.reload()
}
