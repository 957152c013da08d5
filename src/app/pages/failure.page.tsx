import { data } from "react-router"
import { pageRequest, safePath } from "#ui/api.ts"
import { ErrorScreen } from "#ui/layout/error-screen.tsx"
import { errorTextIn } from "#ui/messages/in-language.ts"
import { messagesIn } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/failure.page.ts"

export const handle = { static: true, translated: true }

/**
 * Data of the page for a request that failed before any page could begin; `from` is the original address,
 * `sent` is set if a form was sent.
 */
export function loader({ request, context }: Route.LoaderArgs) {
  const { requestId, language, refused } = context.get(pageRequest)
  const { searchParams } = new URL(request.url)
  const from = safePath(searchParams.get("from"), "/")
  if (!refused) return data({ requestId, from, title: messagesIn(language).errors.title }, { status: 500 })
  const { title, description } = errorTextIn(language, refused.code)
  const { tooLargePage, outageText, outageSent } = messagesIn(language).errors
  const outage = searchParams.has("sent") ? outageSent : outageText
  const ofPages: Partial<Record<number, string>> = { 413: tooLargePage, 503: outage }
  const text = ofPages[refused.status] ?? description
  return data({ from, title, text, isFinal: refused.status === 413 }, { status: refused.status })
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }, { name: "robots", content: "noindex" }]
}

export default function FailurePage({ loaderData }: Route.ComponentProps) {
  const { from, ...shown } = loaderData
  if (!("text" in shown)) return <ErrorScreen referenceId={shown.requestId} again={from} />
  return <ErrorScreen title={shown.title} text={shown.text} isFinal={shown.isFinal} again={from} />
}
