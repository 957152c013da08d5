import { data } from "react-router"
import { pageRequest, safePath } from "#ui/api.ts"
import { ErrorScreen } from "#ui/layout/error-screen.tsx"
import { messagesIn } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/failure.page.ts"

export const handle = { static: true, translated: true }

/** What stands in for a page whose request failed before any page could begin; `from` is that page's address. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { requestId, language } = context.get(pageRequest)
  const from = safePath(new URL(request.url).searchParams.get("from"), "/")
  return data({ requestId, from, title: messagesIn(language).errors.title }, { status: 500 })
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }, { name: "robots", content: "noindex" }]
}

export default function FailurePage({ loaderData }: Route.ComponentProps) {
  return <ErrorScreen referenceId={loaderData.requestId} again={loaderData.from} />
}
