import type { Program } from "#contract/programs/programs.ts"
import { dateInZone } from "#shared/time.ts"
import type { PageRequest } from "#ui/api.ts"

/**
 * The programs whose pages offer to enrol: all to students and visitors, those that are paid for to guardians where the
 * academy takes payments, none to staff.
 */
export type Enrollable = "all" | "paid" | "none"

/** Returns what the viewer may enrol in. The server decides again when they do. */
export async function enrollableBy({ api, viewer }: PageRequest): Promise<Enrollable> {
  if (!viewer || viewer.role === "student") return "all"
  if (viewer.role !== "guardian") return "none"
  return (await api.payments.options()).provider === null ? "none" : "paid"
}

/** Whether a program, whose price is in paise, is among them. */
export function isEnrollable(enrollable: Enrollable, program: { price_paise: number }): boolean {
  return enrollable === "all" || (enrollable === "paid" && program.price_paise > 0)
}

/** A program as its viewer is offered it: a former member renews it, or enrols again where nothing is paid for it. */
export type Offered<P> = P & { renews: boolean }

/** Tells apart who is enrolled, whose membership ended, and who enrols. Asks for the provider only if one has ended. */
export async function offerTo<P extends Pick<Program, "enrolled" | "valid_until" | "price_paise">>(
  { api, now, zone }: Pick<PageRequest, "api" | "now" | "zone">,
  programs: readonly P[],
): Promise<Offered<P>[]> {
  const today = dateInZone(now, zone)
  const hasEnded = ({ valid_until }: P) => valid_until !== null && valid_until < today
  const isPaid = programs.some(hasEnded) && (await api.payments.options()).provider !== null
  return programs.map((program) => {
    if (!hasEnded(program)) return { ...program, renews: false }
    const renews = isPaid && program.price_paise > 0
    return { ...program, renews, enrolled: renews }
  })
}
