import { pageRequest } from "#ui/api.ts"
import type { Route } from "./+types/robots.page.ts"

/** Personal pages, and addresses that change something, are excluded from search engines. */
const PRIVATE = [
  "/api/",
  "/dev/",
  "/class/*/register",
  "/class/*/room",
  "/schedule-class",
  "/student-dashboard",
  "/teacher-dashboard",
  "/admin-dashboard",
  "/parent-dashboard",
  "/logout",
  "/subscription/",
]

export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(pageRequest)
  const lines = [
    "User-agent: *",
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${origin}/sitemap.xml`,
  ]
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  })
}
