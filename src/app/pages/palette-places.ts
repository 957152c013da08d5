import { QUICK_ACTIONS } from "#features/admin/web/quick-actions.ts"
import { LANGUAGE_NAMES, type Language } from "#ui/language.ts"
import { ADMIN_PLACES } from "#ui/layout/admin-nav.tsx"
import { dashboardLink, legalLinks, mainLinks, moreLinks, type Viewer } from "#ui/layout/site-links.ts"
import { en } from "#ui/messages/en.ts"
import { messagesIn } from "#ui/messages/use-messages.ts"
import type { Entry } from "#ui/palette/entry.ts"
import { STUDENT_TABS, TEACHER_TABS } from "./dashboard-tabs.ts"
import { GUARDIAN_TABS } from "./guardian-tabs.ts"
import { palettePlacesTexts } from "./palette-places.texts.ts"
import { TEACHER_ACTIONS } from "./teacher-actions.ts"

type Reader = { role: Viewer["role"]; locked?: boolean } | null
type Link = { to: string; label: string; reloadDocument?: boolean }

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
  // What two lists name stands once, under its first name.
  const first = new Map<string, Entry>()
  for (const entry of entries) if (!first.has(entry.to + entry.act)) first.set(entry.to + entry.act, entry)
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
    ...quickActions(reader).map(({ to, label }) => act({ to, label })),
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

function quickActions(reader: Reader): readonly Link[] {
  if (reader?.locked) return []
  return reader?.role === "admin" ? QUICK_ACTIONS : reader?.role === "instructor" ? TEACHER_ACTIONS : []
}

function sitePlaces(reader: Reader, language: Language): Entry[] {
  const { header, footer } = messagesIn(language)
  const viewer = reader && { firstName: "", email: "", role: reader.role }
  const all = [...mainLinks(header), ...moreLinks(header, viewer), ...legalLinks(footer)]
  // Whoever is signed in needs no way to sign in.
  const links = reader ? all.filter(({ to }) => to !== "/teacher-auth") : all
  const english = [...mainLinks(en.header), ...moreLinks(en.header, viewer), ...legalLinks(en.footer)]
  return links.map((link) => place({ ...link, also: english.find(({ to }) => to === link.to)?.label ?? "" }))
}

function ownPlaces({ role, locked }: NonNullable<Reader>, language: Language): Entry[] {
  const { header } = messagesIn(language)
  const dashboard = dashboardLink(header, role)
  const account = place({ to: "/account", label: header.account, also: en.header.account })
  if (locked) return [account]
  if (!role) return [place(dashboard), account]
  const { places } = palettePlacesTexts[language]
  const others = palettePlacesTexts.en.places
  const known = (to: string, name: keyof typeof places) =>
    place({ to, label: places[name], also: others[name] })
  const views = (tabs: readonly { value: string; label: string }[]) =>
    tabs
      .slice(1)
      .map(({ value, label }) => place({ to: `${dashboard.to}?tab=${value}`, label, note: dashboard.label }))
  const teaching = [
    known("/teacher-timetable", "timetable"),
    known("/attendance/messages", "messages"),
    known("/attendance", "attendance"),
    known("/calendar", "calendar"),
    known("/one-on-one", "oneOnOne"),
  ]
  const own = {
    student: [
      ...views(STUDENT_TABS),
      known("/attendance", "attendance"),
      known("/calendar", "calendar"),
      known("/one-on-one", "oneOnOne"),
    ],
    instructor: [...views(TEACHER_TABS), ...teaching],
    admin: [
      ...ADMIN_PLACES.slice(1).map(({ to, label }) => place({ to, label, note: dashboard.label })),
      ...teaching,
      known("/admin/sms", "sms"),
    ],
    guardian: views(GUARDIAN_TABS),
  }[role]
  return [
    place(dashboard),
    ...own,
    known("/check", "check"),
    known("/notifications", "notifications"),
    known("/account/notifications", "preferences"),
    account,
    known("/account?tab=security", "security"),
    known("/account?tab=privacy", "privacy"),
  ]
}
