import { redirect } from "react-router"
import { pageRequest, safePath } from "#ui/api.ts"
import { isTheme, themeCookie } from "#ui/theme.ts"
import type { Route } from "./+types/theme.page.ts"

/** Keeps the chosen theme in a cookie and goes back to the page it was chosen on. */
export async function action({ request, context }: Route.ActionArgs) {
  const theme = (await request.formData()).get("theme")
  const referer = request.headers.get("referer")
  const back = safePath(referer && new URL(referer).pathname + new URL(referer).search, "/")
  if (!isTheme(theme)) return redirect(back)
  const secure = !context.get(pageRequest).trial
  return redirect(back, { status: 303, headers: { "set-cookie": themeCookie(theme, secure) } })
}

export function loader() {
  return redirect("/")
}
