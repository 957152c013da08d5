import { index, type RouteConfig, route } from "@react-router/dev/routes"

const feature = (path: string) => `features/${path}`

/** The site map. */
export default [
  index(feature("content/web/home.page.tsx")),
  route("courses", feature("programs/web/catalogue.page.tsx")),
  route("login", feature("accounts/web/login.page.tsx")),
  route("register", feature("accounts/web/register.page.tsx")),
  route("auth", feature("accounts/web/auth.page.tsx")),
  route("student-auth", feature("accounts/web/student-auth.page.tsx")),
  route("teacher-auth", feature("accounts/web/teacher-auth.page.tsx")),
  route("logout", feature("accounts/web/logout.page.tsx")),
  route("schedule-class", feature("classes/web/schedule-class.page.tsx")),
  route("student-dashboard", "app/pages/student-dashboard.page.tsx"),
  route("teacher-dashboard", "app/pages/teacher-dashboard.page.tsx"),
  route("live-classes", "app/pages/live-classes.page.tsx", { id: "live-classes" }),
  route("class/:classId", "app/pages/live-classes.page.tsx", { id: "class" }),
  route("class/:classId/register", "app/pages/class-register.page.tsx"),
  route("theme", "app/pages/theme.page.tsx"),
  route("dev/outbox", feature("notifications/web/outbox.page.tsx")),
  route("*", "app/pages/not-found.page.tsx"),
] satisfies RouteConfig
