import { VerdictReason } from "#contract/attendance/verdict-reasons.ts"
import type { VerdictReason as KnownReason } from "#features/attendance/rules.ts"

/**
 * Returns the reasons of a verdict as the API shows them: they are stored with ids and as JSON. `markedBy`
 * names the person who marked it by hand, `coach` the coach whose mark counts. A reason that only a newer
 * release knows is left out.
 */
export function showReasons(
  stored: readonly unknown[],
  { markedBy, coach }: { markedBy: string | null; coach: string | null },
): VerdictReason[] {
  return stored.flatMap((one) => {
    const reason = one as KnownReason
    const shown =
      reason.kind === "marked-by-hand"
        ? { ...reason, by: markedBy }
        : reason.kind === "coach-marked"
          ? { ...reason, at: new Date(reason.at), by: coach }
          : reason.kind === "voice-heard" || reason.kind === "checked-in"
            ? { ...reason, at: new Date(reason.at) }
            : reason
    return VerdictReason.safeParse(shown).data ?? []
  })
}
