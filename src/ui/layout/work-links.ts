import type { Waiting, WaitingKind } from "#contract/attendance/waiting.ts"
import type { Messages } from "../messages/en.ts"
import type { SiteLink } from "./site-links.ts"

export interface WorkLink extends SiteLink {
  /** What the bar at the bottom of a phone calls it, where the label is too long for that. */
  short?: string
  /** What is inside the icon's svg element. */
  icon: string
  /** The heading of the links that it belongs to, where a role has so many that they need one. */
  group?: string
  /** What waits for the person on this screen. */
  waits?: readonly WaitingKind[]
  /** A guardian may open it for these children alone; without it, for all. */
  children?: readonly string[]
}

type Text = Messages["work"]

/** What the server counts at most: as much, or more. */
const MOST_COUNTED = 100

/**
 * Returns the links as they lead on from an address: a guardian who chose a child stays with it, where they may open
 * the screen for that child.
 */
export function linksFrom<T extends Pick<WorkLink, "to" | "children">>(
  links: readonly T[],
  search: string,
): T[] {
  const child = new URLSearchParams(search).get("child")
  return links.map((link) => {
    if (!child || !link.to.startsWith("/guardian-dashboard")) return link
    if (link.children && !link.children.includes(child)) return link
    const [path, query] = link.to.split("?")
    const params = new URLSearchParams(query)
    params.set("child", child)
    return { ...link, to: `${path}?${params}` }
  })
}

/** How much waits behind some links, as a number and in words; null if nothing does. */
export function countOf(
  text: Text,
  links: readonly Pick<WorkLink, "waits">[],
  waiting: Waiting | null,
): { number: string; words: string } | null {
  const open = links.flatMap(({ waits = [] }) => waits.filter((kind) => (waiting?.[kind] ?? 0) > 0))
  const counts = open.map((kind) => waiting?.[kind] ?? 0)
  if (counts.length === 0) return null
  const all = counts.reduce((sum, count) => sum + count, 0)
  return { number: shown(all), words: open.map((kind) => wordsOf(text, kind, waiting)).join(", ") }
}

/** How much of a kind waits, in words. */
export function wordsOf(text: Text, kind: WaitingKind, waiting: Waiting | null): string {
  return text.waits[kind](shown(waiting?.[kind] ?? 0))
}

function shown(count: number): string {
  return count < MOST_COUNTED ? String(count) : `${MOST_COUNTED - 1}+`
}

/** Returns the links by their headings, in their order. */
export function groupsOf<T extends { group?: string }>(links: readonly T[]): [string | undefined, T[]][] {
  return [...Map.groupBy(links, ({ group }) => group)]
}

type Place = { pathname: string; search: string }

/**
 * Returns the link whose screen, or a screen below it, is open. Views of one screen differ in `tab` alone, and a
 * view without a link of its own belongs to the screen's first.
 */
export function currentLink<T extends { to: string }>(
  links: readonly T[],
  { pathname, search }: Place,
): T | null {
  const pathOf = ({ to }: T) => to.split("?")[0] ?? ""
  const tabOf = ({ to }: T) => new URLSearchParams(to.split("?")[1]).get("tab")
  const tab = new URLSearchParams(search).get("tab")
  const below = links.filter((link) => `${pathname}/`.startsWith(`${pathOf(link)}/`))
  const deepest = Math.max(0, ...below.map((link) => pathOf(link).length))
  const same = below.filter((link) => pathOf(link).length === deepest)
  return same.find((link) => tabOf(link) === tab) ?? same.find((link) => tabOf(link) === null) ?? null
}
