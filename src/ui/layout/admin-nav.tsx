import { NavLink } from "react-router"

export const ADMIN_PLACES = [
  { to: "/admin-dashboard", label: "Overview", end: true },
  { to: "/admin-dashboard/courses", label: "Courses" },
  { to: "/admin-dashboard/students", label: "Students" },
  { to: "/admin-dashboard/classes", label: "Live Classes" },
  { to: "/admin-dashboard/analytics", label: "Analytics" },
  { to: "/admin/people", label: "People" },
  { to: "/admin/import", label: "Import" },
  { to: "/admin/settings", label: "Settings" },
  { to: "/admin/audit", label: "Audit log" },
] as const

/** The places of an admin's dashboard, each with an address of its own. */
export function AdminNav() {
  return (
    <nav
      aria-label="Admin dashboard"
      className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      <ul className="flex min-w-full gap-6 border-b border-line">
        {ADMIN_PLACES.map(({ label, ...place }) => (
          <li key={place.to} className="shrink-0">
            <NavLink
              {...place}
              className="-mb-px flex h-11 items-center border-b-2 border-transparent text-[0.9375rem] font-semibold text-ink-muted outline-offset-[-2px] transition-colors hover:text-ink aria-[current=page]:border-primary aria-[current=page]:text-ink"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
