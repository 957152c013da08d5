import { redirect } from "react-router"
import { pageRequest, redirectWithToast, serveButton } from "#ui/api.ts"
import { targetOf } from "#ui/form-request.ts"
import { withTarget } from "../account-requests.ts"
import { accountsTexts } from "../accounts.texts.ts"
import type { Route } from "./+types/google-start.page.ts"

/** Redirects to Google. It is a link, because a form may not end at another site. */
export async function loader(args: Route.LoaderArgs) {
  const { api, language } = args.context.get(pageRequest)
  const portal = new URL(args.request.url).searchParams.get("portal") === "instructor" ? "instructor" : "any"
  const answer = await serveButton(args, async () => {
    const { url } = await api.accounts.startGoogle({ to: targetOf(args.request, ""), portal })
    return redirect(url)
  })
  if (answer instanceof Response) return answer
  return redirectWithToast(
    withTarget(portal === "instructor" ? "/teacher-auth" : "/auth", targetOf(args.request, "")),
    answer.data.toast ?? { tone: "error", title: accountsTexts[language].error },
  )
}
