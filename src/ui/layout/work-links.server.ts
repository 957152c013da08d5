import Bell from "lucide-react/icons/bell"
import BookOpen from "lucide-react/icons/book-open"
import Building2 from "lucide-react/icons/building-2"
import Bus from "lucide-react/icons/bus"
import CalendarRange from "lucide-react/icons/calendar-range"
import ChartColumn from "lucide-react/icons/chart-column"
import CirclePlay from "lucide-react/icons/circle-play"
import ClipboardCheck from "lucide-react/icons/clipboard-check"
import DoorOpen from "lucide-react/icons/door-open"
import FileUp from "lucide-react/icons/file-up"
import GraduationCap from "lucide-react/icons/graduation-cap"
import House from "lucide-react/icons/house"
import IndianRupee from "lucide-react/icons/indian-rupee"
import Landmark from "lucide-react/icons/landmark"
import ListChecks from "lucide-react/icons/list-checks"
import MessageSquareWarning from "lucide-react/icons/message-square-warning"
import MessagesSquare from "lucide-react/icons/messages-square"
import Package from "lucide-react/icons/package"
import QrCode from "lucide-react/icons/qr-code"
import Radio from "lucide-react/icons/radio"
import ReceiptIndianRupee from "lucide-react/icons/receipt-indian-rupee"
import ScrollText from "lucide-react/icons/scroll-text"
import Settings from "lucide-react/icons/settings"
import ShieldCheck from "lucide-react/icons/shield-check"
import Shirt from "lucide-react/icons/shirt"
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal"
import Smartphone from "lucide-react/icons/smartphone"
import Users from "lucide-react/icons/users"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { type ChildRights, GUARDIAN_VIEWS, type GuardianNeed } from "#shared/guardian-rights.ts"
import type { Role } from "#shared/roles.ts"
import type { Messages } from "../messages/en.ts"
import type { WorkLink } from "./work-links.ts"

/*
 * The screens of each role, sent with the document: browsers get the links and drawings of their own role alone, and
 * no code for them.
 */

type Text = Messages["work"]
type Screen = Omit<WorkLink, "icon" | "children"> & {
  icon: typeof House
  /** What a guardian needs to open it for a child. */
  needs?: GuardianNeed | null
  /** Only where the academy's shop is open. */
  shop?: boolean
}

/**
 * The screens of each role, the most used first: a phone's bar shows the first four. A guardian gets those that they
 * may open for a child at least; without their rights, all.
 */
export function workLinks(
  text: Text,
  role: Role,
  rights: readonly ChildRights[] | null = null,
  { hasShop = false }: { hasShop?: boolean } = {},
): WorkLink[] {
  return LINKS[role](text).flatMap(({ needs, shop, ...link }) => {
    if (shop && !hasShop) return []
    const shown = { ...link, icon: draw(link.icon) }
    if (!needs || rights === null) return [shown]
    const children = rights.filter(({ may }) => may.includes(needs)).map(({ student_id }) => student_id)
    if (children.length === 0) return []
    return [children.length === rights.length ? shown : { ...shown, children }]
  })
}

/** A view of a guardian's dashboard. */
function view(tab: keyof typeof GUARDIAN_VIEWS): Pick<Screen, "to" | "needs"> {
  const search = tab === "timetable" ? "" : `?tab=${tab}`
  return { to: `/guardian-dashboard${search}`, needs: GUARDIAN_VIEWS[tab] }
}

const drawings = new Map<Screen["icon"], string>()

/** Returns what is inside an icon's svg element. */
function draw(icon: Screen["icon"]): string {
  const known =
    drawings.get(icon) ?? renderToStaticMarkup(createElement(icon)).replace(/^<svg[^>]*>|<\/svg>$/g, "")
  drawings.set(icon, known)
  return known
}

const LINKS: Record<Role, (text: Text) => Screen[]> = {
  student: (text) => [
    { to: "/student-dashboard", label: text.today, icon: House },
    { to: "/live-classes", label: text.classes, icon: Radio },
    { to: "/student-dashboard?tab=programs", label: text.programs, icon: BookOpen },
    { to: "/student-dashboard?tab=recordings", label: text.recordings, icon: CirclePlay },
    { to: "/attendance", label: text.attendance, icon: ClipboardCheck },
    { to: "/check-in", label: text.checkIn, icon: QrCode, reloadDocument: true },
    { to: "/one-on-one", label: text.oneOnOne, icon: MessagesSquare },
    { to: "/shop", label: text.shop, icon: Shirt, shop: true, reloadDocument: true },
    { to: "/notifications", label: text.notifications, icon: Bell, waits: ["notices"] },
  ],
  instructor: (text) => [
    { to: "/teacher-dashboard", label: text.today, icon: House, waits: ["requests", "calls"] },
    { to: "/teacher-dashboard?tab=classes", label: text.classes, icon: Radio },
    { to: "/hall", label: text.hall, icon: ListChecks, reloadDocument: true },
    { to: "/teacher-timetable", label: text.timetable, icon: CalendarRange },
    { to: "/attendance", label: text.attendance, icon: ClipboardCheck, waits: ["proofs"] },
    { to: "/attendance/messages", label: text.parents, icon: MessageSquareWarning, waits: ["messages"] },
    { to: "/gate", label: text.gate, icon: DoorOpen, reloadDocument: true },
    { to: "/centre", label: text.centre, icon: QrCode },
    { to: "/pickups", label: text.pickups, icon: Bus },
    { to: "/one-on-one", label: text.oneOnOne, icon: MessagesSquare },
    { to: "/teacher-dashboard?tab=recordings", label: text.recordings, icon: CirclePlay },
    { to: "/teacher-dashboard?tab=analytics", label: text.analytics, icon: ChartColumn },
    { to: "/courses", label: text.programs, icon: BookOpen },
    { to: "/notifications", label: text.notifications, icon: Bell, waits: ["notices"] },
  ],
  guardian: (text) => [
    // Sent without React: shown in place it would bring the application along.
    {
      to: "/family",
      label: text.family,
      icon: House,
      waits: ["absences", "renewals", "asks"],
      reloadDocument: true,
    },
    { ...view("timetable"), label: text.timetable, icon: CalendarRange },
    { ...view("attendance"), label: text.attendance, icon: ClipboardCheck },
    { to: "/orders", label: text.payments, icon: ReceiptIndianRupee, needs: "pay", reloadDocument: true },
    { to: "/family/gate", label: text.gate, icon: QrCode, needs: "see", reloadDocument: true },
    { ...view("recordings"), label: text.recordings, icon: CirclePlay },
    { ...view("notices"), label: text.messages, icon: Bell },
    { ...view("consent"), label: text.consent, icon: ShieldCheck },
    { ...view("guardians"), label: text.guardians, icon: Users },
    { ...view("data"), label: text.data, icon: SlidersHorizontal },
    { to: "/courses", label: text.programs, icon: BookOpen },
    { to: "/shop", label: text.shop, icon: Shirt, needs: "pay", shop: true, reloadDocument: true },
  ],
  office: (text) => [
    { to: "/admin/money", label: text.money, icon: Landmark },
    { to: "/admin/orders", label: text.orders, icon: ReceiptIndianRupee },
    { to: "/admin/upi", label: text.upi, short: text.upiShort, icon: IndianRupee, waits: ["transfers"] },
    { to: "/admin-dashboard/students", label: text.students, icon: GraduationCap },
    { to: "/attendance/messages", label: text.parents, icon: MessageSquareWarning, waits: ["messages"] },
  ],
  admin: (text) => [
    { to: "/admin-dashboard", label: text.overview, icon: House },
    ...under(text.groups.teaching, [
      { to: "/admin-dashboard/classes", label: text.liveClasses, icon: Radio },
      { to: "/admin-dashboard/students", label: text.students, icon: GraduationCap },
      { to: "/admin-dashboard/courses", label: text.courses, icon: BookOpen },
      { to: "/teacher-timetable", label: text.timetable, icon: CalendarRange },
      { to: "/attendance", label: text.attendance, icon: ClipboardCheck, waits: ["proofs"] },
      { to: "/gate", label: text.gate, icon: DoorOpen, reloadDocument: true },
      { to: "/centre", label: text.centre, icon: QrCode },
      { to: "/pickups", label: text.pickups, icon: Bus },
      { to: "/one-on-one", label: text.oneOnOne, icon: MessagesSquare },
    ]),
    ...under(text.messages, [
      { to: "/attendance/messages", label: text.parents, icon: MessageSquareWarning, waits: ["messages"] },
      { to: "/admin/sms", label: text.sms, icon: Smartphone },
    ]),
    ...under(text.groups.money, [
      { to: "/admin/money", label: text.money, icon: Landmark },
      { to: "/admin/orders", label: text.orders, icon: ReceiptIndianRupee },
      { to: "/admin/shop", label: text.packing, icon: Package },
      { to: "/admin/premises", label: text.premises, icon: Building2 },
      { to: "/admin/upi", label: text.upi, icon: IndianRupee, waits: ["transfers"] },
    ]),
    ...under(text.groups.office, [
      { to: "/admin/people", label: text.people, icon: Users, waits: ["approvals"] },
      { to: "/admin/import", label: text.import, icon: FileUp },
      { to: "/admin-dashboard/analytics", label: text.analytics, icon: ChartColumn },
      { to: "/admin/audit", label: text.audit, icon: ScrollText },
      { to: "/admin/settings", label: text.settings, icon: Settings },
    ]),
  ],
}

function under(group: string, links: Screen[]): Screen[] {
  return links.map((link) => ({ ...link, group }))
}
