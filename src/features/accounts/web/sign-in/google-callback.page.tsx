import { ORPCError } from "@orpc/client"
import { redirectDocument } from "react-router"
import { FinishGoogle, type GoogleWay } from "#contract/accounts/sign-in.ts"
import { dashboardPath, pageRequest, redirectWithToast, safePath, serveButton } from "#ui/api.ts"
import { repliesTexts } from "../account-replies.texts.ts"
import { withTarget } from "../account-requests.ts"
import { accountsTexts } from "../accounts.texts.ts"
import type { Route } from "./+types/google-callback.page.ts"

/**
 * Google sends people back here. Redirects to where they were going or, after a refusal, to where they signed
 * in, with the reason.
 */
export async function loader(args: Route.LoaderArgs) {
  const { api, language } = args.context.get(pageRequest)
  const text = repliesTexts[language]
  const answer = FinishGoogle.safeParse(Object.fromEntries(new URL(args.request.url).searchParams))
  let way: GoogleWay
  const served = await serveButton(args, async () => {
    try {
      const { person, to, portal } = await api.accounts.finishGoogle(answer.data ?? {})
      const home = portal === "instructor" ? dashboardPath(person.role) : "/"
      const next = safePath(to, home)
      const complete = `/complete-profile?${new URLSearchParams({ to: next })}`
      const description = person.access_ended ? text.accessEnded : undefined
      return redirectWithToast(person.role ? next : complete, {
        tone: "success",
        title: text.welcomeBack,
        description,
      })
    } catch (error) {
      way = wayOf(error)
      if (error instanceof ORPCError && error.code === "SECOND_STEP_REQUIRED")
        return redirectDocument(withTarget("/second-step", way?.to))
      throw error
    }
  })
  if (served instanceof Response) return served
  const toast = served.data.toast ?? { tone: "error" as const, title: accountsTexts[language].error }
  const isPortal = way?.portal === "instructor" || served.data.code === "INSTRUCTORS_ONLY"
  return redirectWithToast(withTarget(isPortal ? "/teacher-auth" : "/auth", way?.to), toast)
}

/** Returns where the sign-in began, which each refusal contains. */
function wayOf(error: unknown): GoogleWay {
  return error instanceof ORPCError ? (error.data as GoogleWay) : null
}
