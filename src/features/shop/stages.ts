import type { STAGES, WAYS } from "#contract/shop/codes.ts"

export type Stage = (typeof STAGES)[number]
export type Way = (typeof WAYS)[number]

/** What an order goes through once it is paid. */
export const STEPS: Record<Way, readonly Stage[]> = {
  delivery: ["to-pack", "packed", "sent", "delivered"],
  pickup: ["to-pack", "packed", "ready", "collected"],
}

/** Returns the stage after this one, or null where nothing is left to do. */
export function stageAfter(way: Way, stage: Stage): Stage | null {
  const steps = STEPS[way]
  const at = steps.indexOf(stage)
  return at < 0 ? null : (steps[at + 1] ?? null)
}

/** Whether the buyer has the goods. */
export function isHandedOver(stage: Stage): boolean {
  return stage === "delivered" || stage === "collected"
}

/** Whether the goods are still at the academy, so that they are back on the shelf once their money goes back. */
export function isStillHere(stage: Stage): boolean {
  return stage === "to-pack" || stage === "packed" || stage === "ready"
}
