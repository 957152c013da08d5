import { pageRequest } from "#ui/api.ts"
import type { Route } from "./+types/robots.page.ts"

/** What belongs to a person, or changes something, is nothing for search engines. */
const PRIVATE = [
  "/api/",
  "/dev/",
  "/class/*/register",
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
