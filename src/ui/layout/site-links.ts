import type { Messages } from "../messages/en.ts"

export interface SiteLink {
  to: string
  label: string
  /** The link loads the page as a document: it sends no scripts, or may do more than others. */
  reloadDocument?: boolean
}

export interface Viewer {
  firstName: string
  email: string
  /** Null while the account has no profile yet. */
  role: "student" | "instructor" | "office" | "admin" | "guardian" | null
}

export function mainLinks(text: Messages["header"]): SiteLink[] {
  return [
    { to: "/", label: text.home, reloadDocument: true },
    { to: "/courses", label: text.courses },
    { to: "/live-classes", label: text.liveClasses },
    { to: "/teacher-auth", label: text.teacherPortal },
    { to: "/about-learning-kit", label: text.learningKit, reloadDocument: true },
    { to: "/meet-the-team", label: text.team, reloadDocument: true },
    { to: "/terms", label: text.terms, reloadDocument: true },
    { to: "/blog", label: text.blog, reloadDocument: true },
  ]
}

/** Links of the phone's menu besides the main ones. */
export function moreLinks(text: Messages["header"], viewer: Viewer | null): SiteLink[] {
  const about = [
    { to: "/premises", label: text.premises, reloadDocument: true },
    { to: "/about", label: text.about, reloadDocument: true },
    { to: "/contact", label: text.contact, reloadDocument: true },
  ]
  const portals = [
    { to: "/student-auth", label: text.studentLogin },
    { to: "/guardian", label: text.parents },
  ]
  return viewer ? about : [...portals, ...about]
}

export function dashboardLink(text: Messages["header"], role: Viewer["role"]): SiteLink {
  switch (role) {
    case "instructor":
      return { to: "/teacher-dashboard", label: text.teacherDashboard }
    case "admin":
      return { to: "/admin-dashboard", label: text.adminDashboard }
    case "office":
      return { to: "/admin/money", label: text.dashboard }
    case "guardian":
      return { to: "/family", label: text.dashboard, reloadDocument: true }
    case "student":
      return { to: "/student-dashboard", label: text.dashboard }
    case null:
      return { to: "/complete-profile", label: text.completeProfile }
  }
}

/** The footer's subjects, each the catalogue already filtered. */
export function subjectLinks(text: Messages["footer"]): SiteLink[] {
  return [
    { to: "/courses?subject=Mathematics", label: text.mathematics },
    { to: "/courses?subject=Science", label: text.science },
    { to: "/courses?subject=English", label: text.english },
    { to: "/courses?subject=Social+Studies", label: text.socialStudies },
    { to: "/courses?curriculum=NEET", label: text.neet },
  ]
}

export function legalLinks(text: Messages["footer"]): SiteLink[] {
  return [
    { to: "/terms", label: text.terms, reloadDocument: true },
    { to: "/privacy", label: text.privacy, reloadDocument: true },
    { to: "/shortcuts", label: text.shortcuts, reloadDocument: true },
  ]
}
