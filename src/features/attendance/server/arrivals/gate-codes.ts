import { holds } from "#features/guardians/server/links.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { gateCodeOf } from "./codes.ts"

type OfDay = { day: string; hashed: Set<string>; byCode: Map<string, string> }

/** Today's codes that were computed already, which saves thousands of hashes for each child at the gate. */
const computed = new WeakMap<Ctx["keys"], OfDay>()

function codesOf(keys: Ctx["keys"], day: string): OfDay {
  const kept = computed.get(keys)
  if (kept?.day === day) return kept
  const fresh = { day, hashed: new Set<string>(), byCode: new Map<string, string>() }
  computed.set(keys, fresh)
  return fresh
}

/**
 * Returns the id of the guardian whose code of a day this is; null if it is nobody's. The caller checks whose guardian
 * they are. Each guardian's code is computed once a day by each process.
 */
export async function findGateGuardian(
  ctx: Pick<Ctx, "db" | "keys">,
  code: string,
  day: string,
): Promise<string | null> {
  const { hashed, byCode } = codesOf(ctx.keys, day)
  const known = byCode.get(code)
  if (known) return known
  const guardians = await ctx.db
    .selectDistinct({ id: guardianOf.guardian_id })
    .from(guardianOf)
    .where(holds())
  for (const { id } of guardians) {
    if (hashed.has(id)) continue
    hashed.add(id)
    byCode.set(gateCodeOf(ctx, id, day), id)
  }
  return byCode.get(code) ?? null
}
