import { redirect } from "react-router"
import { pageRequest, redirectWithToast } from "#ui/api.ts"
import type { Route } from "./+types/logout.page.ts"

/** Signing out is a post, so that no link or picture can do it. */
export async function action({ context }: Route.ActionArgs) {
  await context.get(pageRequest).api.accounts.signOut()
  return redirectWithToast("/", { tone: "success", title: "Successfully logged out!" }, "document")
}

export function loader() {
  return redirect("/")
}
