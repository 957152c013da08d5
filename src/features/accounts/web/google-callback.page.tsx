import { FinishGoogle } from "#contract/sign-in.ts"
import { dashboardPath, pageRequest, redirectWithToast, safePath, serveButton } from "#ui/api.ts"
import type { Route } from "./+types/google-callback.page.ts"
import { accountsText as text } from "./accounts.text.ts"

/** Where Google sends people back to: on to where they were going, or with the reason to the sign-in page. */
export async function loader(args: Route.LoaderArgs) {
  const { api } = args.context.get(pageRequest)
  const answer = FinishGoogle.safeParse(Object.fromEntries(new URL(args.request.url).searchParams))
  const served = await serveButton(args, async () => {
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
  })
  if (served instanceof Response) return served
  const toast = served.data.toast ?? { tone: "error" as const, title: text.error }
  return redirectWithToast(served.data.code === "INSTRUCTORS_ONLY" ? "/teacher-auth" : "/auth", toast)
}
