import { quickActions as adminActions } from "#features/admin/web/overview/quick-actions.ts"
import type { ChildRights } from "#shared/guardian-rights.ts"
import type { Role } from "#shared/roles.ts"
import { LANGUAGE_NAMES, type Language } from "#ui/language.ts"
import { dashboardLink, legalLinks, mainLinks, moreLinks, type Viewer } from "#ui/layout/site-links.ts"
import { workLinks } from "#ui/layout/work-links.server.ts"
import { en } from "#ui/messages/en.ts"
import { messagesIn } from "#ui/messages/use-messages.ts"
import type { Entry } from "#ui/palette/entry.ts"
import { dashboardTabs } from "../dashboards/dashboard-tabs.ts"
import { palettePlacesTexts } from "./palette-places.texts.ts"

/** What an instructor does most. */
function teacherActions(language: Language): readonly Link[] {
  const { teaching } = palettePlacesTexts[language]
  return [
    { to: "/schedule-class", label: teaching.schedule },
    { to: "/teacher-dashboard?tab=classes", label: teaching.run },
    { to: "/teacher-timetable", label: teaching.week },
    { to: "/hall", label: teaching.hall, ...AS_DOCUMENT },
    { to: "/one-on-one", label: teaching.oneOnOne },
    { to: "/attendance", label: teaching.attendance },
    { to: "/attendance/messages", label: teaching.messages },
  ]
}

type Reader = {
  role: Viewer["role"]
  locked?: boolean
  /** What a guardian may do for each child; without it, everything. */
  rights?: readonly ChildRights[] | null
  /** Whether the academy's own shop is open. */
  hasShop?: boolean
} | null
type Link = { to: string; label: string; reloadDocument?: boolean }
/** Of a screen that is sent without React, or may do more than others. */
const AS_DOCUMENT = { reloadDocument: true }

/**
 * Where the palette leads this reader, out of the same lists as header, footer and dashboards; the screens that only
 * other pages lead to are added. In another language each is found by its English name as well.
 */
export function placesOf(reader: Reader, language: Language, trial: boolean): Entry[] {
  const entries = [
    ...actionsOf(reader, language),
    ...(reader ? ownPlaces(reader, language) : []),
    ...sitePlaces(reader, language),
    ...(trial ? [place({ to: "/dev/outbox", ...outboxIn(language) })] : []),
  ]
  // An entry in several lists is shown once, under its first name, and found by all.
  const first = new Map<string, Entry>()
  for (const entry of entries) {
    const key = entry.to + entry.act
    const shown = first.get(key)
    const also = [shown?.also, entry.label, entry.also].filter(Boolean).join(" ")
    first.set(key, shown ? { ...shown, also } : entry)
  }
  return [...first.values()]
}

function place({ to, label, reloadDocument, ...rest }: Link & Partial<Entry>): Entry {
  return { group: "places", label, to, ...(reloadDocument && { document: true }), ...rest }
}

function outboxIn(language: Language) {
  const { places } = palettePlacesTexts[language]
  return { label: places.outbox, note: places.trial }
}

function actionsOf(reader: Reader, language: Language): Entry[] {
  const { actions } = palettePlacesTexts[language]
  const { theme, header } = messagesIn(language)
  const other = language === "en" ? "hi" : "en"
  const also = `${actions.theme} ${palettePlacesTexts.en.actions.theme}`
  const act = (entry: Omit<Entry, "group">): Entry => ({ group: "actions", ...entry })
  return [
    ...quickActions(reader, language).map((link, at) =>
      place({ ...link, group: "actions", also: quickActions(reader, "en")[at]?.label ?? "" }),
    ),
    ...(reader ? [] : [act({ to: "/auth", label: header.logIn, also: "log in sign in sign up" })]),
    act({
      act: `language:${other}`,
      to: "",
      label: LANGUAGE_NAMES[other],
      note: actions.language,
      also: `${palettePlacesTexts.en.actions.language} ${other === "hi" ? "Hindi" : "अंग्रेज़ी"}`,
    }),
    act({ act: "theme:dark", to: "", label: theme.toDark, also }),
    act({ act: "theme:light", to: "", label: theme.toLight, also }),
    act({ act: "theme:system", to: "", label: actions.system, also }),
    ...(reader ? [act({ act: "post", to: "/logout", label: header.logOut, also: "log out sign out" })] : []),
  ]
}

function quickActions(reader: Reader, language: Language): readonly Link[] {
  if (reader?.locked) return []
  return reader?.role === "admin"
    ? adminActions(language)
    : reader?.role === "instructor"
      ? teacherActions(language)
      : []
}

function sitePlaces(reader: Reader, language: Language): Entry[] {
  const { header, footer } = messagesIn(language)
  const viewer = reader && { firstName: "", email: "", role: reader.role }
  const all = [...mainLinks(header), ...moreLinks(header, viewer), ...legalLinks(footer)]
  // Signed-in viewers need no links to sign in.
  const links = reader ? all.filter(({ to }) => to !== "/teacher-auth") : all
  const english = [...mainLinks(en.header), ...moreLinks(en.header, viewer), ...legalLinks(en.footer)]
  return links.map((link) => place({ ...link, also: english.find(({ to }) => to === link.to)?.label ?? "" }))
}

/** The screens in the navigation of a role's frame, but its first, the dashboard. */
function framed(
  role: Role,
  language: Language,
  rights: readonly ChildRights[] | null,
  hasShop: boolean,
): Entry[] {
  const links = (of: Language) => workLinks(messagesIn(of).work, role, rights, { hasShop }).slice(1)
  return links(language).map(({ to, label, reloadDocument = false }, at) =>
    place({ to, label, reloadDocument, also: links("en")[at]?.label ?? "" }),
  )
}

function ownPlaces(
  { role, locked, rights = null, hasShop = false }: NonNullable<Reader>,
  language: Language,
): Entry[] {
  const { header } = messagesIn(language)
  const dashboard = dashboardLink(header, role)
  const account = place({ to: "/account", label: header.account, also: en.header.account })
  if (locked) return [account]
  if (!role) return [place(dashboard), account]
  const { places } = palettePlacesTexts[language]
  const others = palettePlacesTexts.en.places
  const known = (to: string, name: keyof typeof places, more: Partial<Link> = {}) =>
    place({ to, label: places[name], also: others[name], ...more })
  const views = (tabs: readonly { value: string; label: string }[]) =>
    tabs
      .slice(1)
      .map(({ value, label }) => place({ to: `${dashboard.to}?tab=${value}`, label, note: dashboard.label }))
  const pays = rights === null || rights.some(({ may }) => may.includes("pay"))
  const tabs = {
    student: dashboardTabs("student", language),
    instructor: dashboardTabs("teacher", language),
    office: [],
    admin: [],
    // All of them are in the navigation.
    guardian: [],
  }[role]
  return [
    place(dashboard),
    ...framed(role, language, rights, hasShop),
    ...views(tabs),
    ...(role === "guardian" ? [] : [known("/calendar", "calendar")]),
    ...(role === "student" || (role === "guardian" && pays)
      ? [
          ...(hasShop ? [known("/basket", "basket", AS_DOCUMENT)] : []),
          known("/orders", "orders", AS_DOCUMENT),
          known("/points", "points", AS_DOCUMENT),
          known("/refer", "refer", AS_DOCUMENT),
        ]
      : []),
    ...(role === "instructor" || role === "admin" ? [known("/attendance/proofs", "proofs")] : []),
    known("/check", "check"),
    known("/notifications", "notifications"),
    known("/account/notifications", "preferences"),
    account,
    known("/account?tab=security", "security"),
    known("/account?tab=privacy", "privacy"),
  ]
}
