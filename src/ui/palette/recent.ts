import type { Entry } from "./entry.ts"

const STORE = "kaksha.palette"
const KEPT = 5

/** The viewer; another person in the same browser doesn't see this one's recent entries. */
const viewer = () => document.documentElement.dataset.viewer ?? ""

function read(): Entry[] {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "{}") as { viewer?: string; entries?: Entry[] }
    return kept.viewer === viewer() && Array.isArray(kept.entries) ? kept.entries : []
  } catch {
    return []
  }
}

/** What this person chose last, the newest first. */
export function recentEntries(): Entry[] {
  return read().map((entry) => ({ ...entry, group: "recent" }))
}

/** Remembers a chosen entry, unless it is an action or about a person. */
export function remember({ live: _, ...entry }: Entry): void {
  if (entry.act || entry.private || entry.group === "classes") return
  const others = read().filter(({ to }) => to !== entry.to)
  try {
    localStorage.setItem(
      STORE,
      JSON.stringify({ viewer: viewer(), entries: [entry, ...others].slice(0, KEPT) }),
    )
  } catch {
    // Private windows may have no storage: then there are no recent entries.
  }
}
