/** The views of the dashboards, by the `tab` of their address. The navigation of the role's frame leads to each. */
export const STUDENT_TABS = [
  { value: "classes", label: "My Classes" },
  { value: "programs", label: "My Programs" },
  { value: "recordings", label: "Recordings" },
] as const

export const TEACHER_TABS = [
  { value: "overview", label: "Overview" },
  { value: "classes", label: "Live Classes" },
  { value: "recordings", label: "Recordings" },
  { value: "analytics", label: "Analytics" },
] as const
