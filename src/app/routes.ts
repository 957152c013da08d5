import { index, type RouteConfig, route } from "@react-router/dev/routes"

const feature = (path: string) => `../features/${path}`

/** The site map. */
export default [
  index(feature("content/web/home.page.tsx")),
  route("logout", feature("accounts/web/logout.page.tsx")),
  route("*", "pages/not-found.page.tsx"),
] satisfies RouteConfig
