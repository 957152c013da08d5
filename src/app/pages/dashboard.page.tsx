import { redirect } from "react-router"
import { dashboardPath, pageRequest, requireViewer } from "#ui/api.ts"
import type { Route } from "./+types/dashboard.page.ts"

/** Where people look for their own dashboard when they type an address. */
export function loader({ request, context }: Route.LoaderArgs) {
  return redirect(dashboardPath(requireViewer(context.get(pageRequest), request).role))
}
