import { redirect } from "react-router"
import { pageRequest, redirectWithToast } from "#ui/api.ts"
import { repliesTexts } from "../account-replies.texts.ts"
import type { Route } from "./+types/logout.page.ts"

/** Signing out is a POST, so that a link or picture can't trigger it. */
export async function action({ context }: Route.ActionArgs) {
  const { api, language } = context.get(pageRequest)
  await api.accounts.signOut()
  return redirectWithToast("/", { tone: "success", title: repliesTexts[language].loggedOut }, "document")
}

export function loader() {
  return redirect("/")
}
