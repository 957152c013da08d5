import { type Entry, GROUPS, type Group } from "./entry.ts"
import type { PaletteText } from "./palette.texts.ts"
import { rank } from "./rank.ts"

/** Most matches shown from a long list of screens: the rest fits badly. */
const MOST_OWN = 8

export type Sources = {
  /** Screens, actions and classes of this person. */
  own: readonly Entry[]
  recent: readonly Entry[]
  /** The server's results for this very query. */
  found: readonly Entry[]
}

/** The list, group by group: everything usual, or what matches the query, the best group first. */
export function shownEntries(question: string, { own, recent, found }: Sources, text: PaletteText): Entry[] {
  if (!question.trim()) return grouped([...own, ...recent], GROUPS)
  const answers = rank(question, own).slice(0, MOST_OWN)
  const programs = found.filter(({ group }) => group === "programs")
  const others = found.filter(({ group }) => group !== "programs")
  const all: Entry[] =
    programs.length > 0
      ? [
          {
            group: "programs",
            label: text.allPrograms(question.trim()),
            to: `/courses?${new URLSearchParams({ search: question.trim() })}`,
          },
        ]
      : []
  const entries = [...answers, ...programs, ...all, ...others]
  return grouped(
    entries,
    entries.map(({ group }) => group),
  )
}

/** The entries of one group together, the groups in this order. */
function grouped(entries: readonly Entry[], order: readonly Group[]): Entry[] {
  return [...new Set(order)].flatMap((group) => entries.filter((entry) => entry.group === group))
}
