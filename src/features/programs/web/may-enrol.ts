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
