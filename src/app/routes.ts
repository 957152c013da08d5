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
  route("one-on-one", feature("classes/web/one-on-one.page.tsx")),
  route("student-dashboard", "app/pages/student-dashboard.page.tsx"),
  route("teacher-dashboard", "app/pages/teacher-dashboard.page.tsx"),
  route("live-classes", "app/pages/live-classes.page.tsx", { id: "live-classes" }),
  route("class/:classId", "app/pages/live-classes.page.tsx", { id: "class" }),
  route("class/:classId/register", "app/pages/class-register.page.tsx"),
  route("about", feature("content/web/about.page.tsx")),
  route("contact", feature("content/web/contact.page.tsx")),
  route("about-learning-kit", feature("content/web/learning-kit.page.tsx")),
  route("meet-the-team", feature("content/web/meet-the-team.page.tsx")),
  route("terms", feature("content/web/terms.page.tsx")),
  route("privacy", feature("content/web/privacy.page.tsx")),
  route("blog", feature("content/web/blog.page.tsx")),
  route("blog/:slug", feature("content/web/article.page.tsx")),
  route("blog.rss", feature("content/web/blog-feed.page.tsx")),
  route("sitemap.xml", feature("content/web/sitemap.page.tsx")),
  route("robots.txt", feature("content/web/robots.page.tsx")),
  route("manifest.webmanifest", feature("content/web/manifest.page.tsx")),
  route("offline", feature("content/web/offline.page.tsx")),
  route("sw.js", feature("content/web/service-worker.page.tsx")),
  route("theme", "app/pages/theme.page.tsx"),
  route("dev/outbox", feature("notifications/web/outbox.page.tsx")),
  route("*", "app/pages/not-found.page.tsx"),
] satisfies RouteConfig
