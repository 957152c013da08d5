import Bell from "lucide-react/icons/bell"
import BookOpen from "lucide-react/icons/book-open"
import CalendarRange from "lucide-react/icons/calendar-range"
import ChartColumn from "lucide-react/icons/chart-column"
import CirclePlay from "lucide-react/icons/circle-play"
import ClipboardCheck from "lucide-react/icons/clipboard-check"
import FileUp from "lucide-react/icons/file-up"
import GraduationCap from "lucide-react/icons/graduation-cap"
import House from "lucide-react/icons/house"
import IndianRupee from "lucide-react/icons/indian-rupee"
import MessageSquareWarning from "lucide-react/icons/message-square-warning"
import MessagesSquare from "lucide-react/icons/messages-square"
import Radio from "lucide-react/icons/radio"
import ReceiptIndianRupee from "lucide-react/icons/receipt-indian-rupee"
import ScrollText from "lucide-react/icons/scroll-text"
import Settings from "lucide-react/icons/settings"
import ShieldCheck from "lucide-react/icons/shield-check"
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal"
import Smartphone from "lucide-react/icons/smartphone"
import Users from "lucide-react/icons/users"
import type { Waiting, WaitingKind } from "#contract/attendance/waiting.ts"
import type { Role } from "#shared/roles.ts"
import type { Messages } from "../messages/en.ts"
import type { SiteLink } from "./site-links.ts"

export interface WorkLink extends SiteLink {
  icon: typeof House
  /** What waits for the person on this screen. */
  waits?: readonly WaitingKind[]
}

type Text = Messages["work"]

/** What the server counts at most: as much, or more. */
const MOST_COUNTED = 100

/** The screens of each role, the most used first: a phone's bar shows the first four. */
export function workLinks(text: Text, role: Role): WorkLink[] {
  return LINKS[role](text)
}

/** Returns the links as they lead on from an address: a guardian who chose a child stays with it. */
export function linksFrom<T extends { to: string }>(links: readonly T[], search: string): T[] {
  const child = new URLSearchParams(search).get("child")
  return links.map((link) => {
    if (!child || !link.to.startsWith("/guardian-dashboard")) return link
    const [path, query] = link.to.split("?")
    const params = new URLSearchParams(query)
    params.set("child", child)
    return { ...link, to: `${path}?${params}` }
  })
}

const LINKS: Record<Role, (text: Text) => WorkLink[]> = {
  student: (text) => [
    { to: "/student-dashboard", label: text.today, icon: House },
    { to: "/live-classes", label: text.classes, icon: Radio },
    { to: "/student-dashboard?tab=programs", label: text.programs, icon: BookOpen },
    { to: "/student-dashboard?tab=recordings", label: text.recordings, icon: CirclePlay },
    { to: "/attendance", label: text.attendance, icon: ClipboardCheck },
    { to: "/one-on-one", label: text.oneOnOne, icon: MessagesSquare },
    { to: "/notifications", label: text.notifications, icon: Bell, waits: ["notices"] },
  ],
  instructor: (text) => [
    { to: "/teacher-dashboard", label: text.today, icon: House, waits: ["requests", "calls"] },
    { to: "/teacher-dashboard?tab=classes", label: text.classes, icon: Radio },
    { to: "/teacher-timetable", label: text.timetable, icon: CalendarRange },
    { to: "/attendance", label: text.attendance, icon: ClipboardCheck },
    { to: "/attendance/messages", label: text.parents, icon: MessageSquareWarning, waits: ["messages"] },
    { to: "/one-on-one", label: text.oneOnOne, icon: MessagesSquare },
    { to: "/teacher-dashboard?tab=recordings", label: text.recordings, icon: CirclePlay },
    { to: "/teacher-dashboard?tab=analytics", label: text.analytics, icon: ChartColumn },
    { to: "/courses", label: text.programs, icon: BookOpen },
    { to: "/notifications", label: text.notifications, icon: Bell, waits: ["notices"] },
  ],
  guardian: (text) => [
    { to: "/guardian-dashboard", label: text.family, icon: House, waits: ["absences"] },
    { to: "/guardian-dashboard?tab=attendance", label: text.attendance, icon: ClipboardCheck },
    { to: "/guardian-dashboard?tab=recordings", label: text.recordings, icon: CirclePlay },
    { to: "/guardian-dashboard?tab=notices", label: text.messages, icon: Bell },
    { to: "/guardian-dashboard?tab=consent", label: text.consent, icon: ShieldCheck },
    { to: "/guardian-dashboard?tab=data", label: text.data, icon: SlidersHorizontal },
    { to: "/courses", label: text.programs, icon: BookOpen },
  ],
  admin: (text) => [
    { to: "/admin-dashboard", label: text.overview, icon: House },
    { to: "/admin-dashboard/classes", label: text.liveClasses, icon: Radio },
    { to: "/admin-dashboard/students", label: text.students, icon: GraduationCap },
    { to: "/admin-dashboard/courses", label: text.courses, icon: BookOpen },
    { to: "/teacher-timetable", label: text.timetable, icon: CalendarRange },
    { to: "/attendance", label: text.attendance, icon: ClipboardCheck },
    { to: "/attendance/messages", label: text.parents, icon: MessageSquareWarning, waits: ["messages"] },
    { to: "/one-on-one", label: text.oneOnOne, icon: MessagesSquare },
    { to: "/admin-dashboard/analytics", label: text.analytics, icon: ChartColumn },
    { to: "/admin/orders", label: text.orders, icon: ReceiptIndianRupee },
    { to: "/admin/people", label: text.people, icon: Users, waits: ["approvals"] },
    { to: "/admin/import", label: text.import, icon: FileUp },
    { to: "/admin/upi", label: text.upi, icon: IndianRupee },
    { to: "/admin/sms", label: text.sms, icon: Smartphone },
    { to: "/admin/audit", label: text.audit, icon: ScrollText },
    { to: "/admin/settings", label: text.settings, icon: Settings },
  ],
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
