import type { Item } from "#features/rooms/whiteboard.ts"
import { keepInTab, readKept } from "../../kept-in-tab.ts"

/** Keeps through a reload what wasn't saved when a page was left. */
export type Unsaved = {
  /** Returns what was kept, once. */
  take: () => readonly Item[]
  keep: (items: readonly Item[]) => void
  /** Calls `leave` when the page is left, until the returned function is called. */
  onLeaving: (leave: () => void) => () => void
}

/** Keeps it in this tab. `sheet` names one person's sheet of a class. */
export function keepUnsaved(sheet: string): Unsaved {
  const key = `kaksha.unsaved.${sheet}`
  return {
    take: () => {
      const left = readKept<Item[]>(key) ?? []
      keepInTab(key, null)
      return left
    },
    keep: (items) => keepInTab(key, items),
    onLeaving: (leave) => {
      window.addEventListener("pagehide", leave)
      return () => window.removeEventListener("pagehide", leave)
    },
  }
}
