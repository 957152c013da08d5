import { redirect } from "react-router"
import { dashboardPath, pageRequest, requireViewer } from "#ui/api.ts"
import type { Route } from "./+types/admin-dashboard.page.ts"

/** Where an admin's work begins: the people of the academy. Others go to their own dashboard. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { role } = requireViewer(context.get(pageRequest), request)
  throw redirect(role === "admin" ? "/admin/people" : dashboardPath(role))
}
