import type { Entry } from "./entry.ts"

const STORE = "kaksha.palette"
const KEPT = 5

/** Who looks at the page; another person of the same browser sees nothing of what this one chose. */
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

/** Keeps what was chosen, unless it is an act or says something of a person. */
export function remember({ live: _, ...entry }: Entry): void {
  if (entry.act || entry.private || entry.group === "classes") return
  const others = read().filter(({ to }) => to !== entry.to)
  try {
    localStorage.setItem(
      STORE,
      JSON.stringify({ viewer: viewer(), entries: [entry, ...others].slice(0, KEPT) }),
    )
  } catch {
    // Private windows may keep nothing: then there are no recent ones.
  }
}
