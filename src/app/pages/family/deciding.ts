import type { Child } from "#contract/guardians/guardians.ts"
import type { PageRequest } from "#ui/api.ts"
import type { Deciding } from "./may-ask.ts"

/** As many requests as a family has in a few years. */
const MOST_REQUESTS = 100

/** Whether a guardian decides about trials of a child. The server decides the same for each request. */
export function isDeciding({ under_18, rights, erase_at }: Child): boolean {
  return under_18 && erase_at === null && rights.includes("consent")
}

/** Loads for whom the viewer, a guardian, may request demo classes, and what was requested. */
export async function readDeciding({ api }: PageRequest): Promise<Deciding> {
  const [{ children }, { items }] = await Promise.all([
    api.guardians.overview(),
    api.classes.childDemoRequests({ limit: MOST_REQUESTS }),
  ])
  return { deciding: children.filter(isDeciding), requests: items }
}
