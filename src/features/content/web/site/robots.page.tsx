import { pageRequest } from "#ui/api.ts"
import type { Route } from "./+types/robots.page.ts"

/** Personal pages, and addresses that change something, are excluded from search engines. */
const PRIVATE = [
  "/api/",
  "/dev/",
  "/a/",
  "/account",
  "/admin",
  "/attendance",
  "/basket",
  "/bills/",
  "/class/*/register",
  "/class/*/room",
  "/courses/*/checkout",
  "/dashboard",
  "/family",
  "/finish",
  "/guardian-dashboard",
  "/invitation",
  "/notifications",
  "/orders",
  "/premises/q/",
  "/recordings/",
  "/schedule-class",
  "/student-dashboard",
  "/teacher-dashboard",
  "/logout",
  "/subscription/",
  "/unsubscribe",
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
