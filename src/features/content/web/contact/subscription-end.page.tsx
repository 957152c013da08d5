import { serveButton } from "#ui/api.ts"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { describePage } from "../describe-page.ts"
import type { Route } from "./+types/subscription-end.page.ts"
import { subscribeTexts } from "./subscribe.texts.ts"
import { SubscriptionStep } from "./subscription-step.tsx"

export const handle = { static: true, translated: true }

const keyOf = (request: Request) => new URL(request.url).searchParams.get("key") ?? ""

export function loader({ request }: Route.LoaderArgs) {
  return { key: keyOf(request) }
}

/** Handles our button, and a mail program's own (RFC 8058), which posts the address and nothing else. */
export async function action(args: Route.ActionArgs) {
  return serveButton(args, async ({ api, language }) => {
    await api.content.endSubscription({ key: keyOf(args.request) })
    return { tone: "success", title: subscribeTexts[language].end.doneTitle }
  })
}

export function meta({ matches }: Route.MetaArgs) {
  const { title, text } = subscribeTexts[languageOf(matches)].end
  return [...describePage(matches, { title, description: text }), { name: "robots", content: "noindex" }]
}

export default function SubscriptionEndPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(subscribeTexts)
  return (
    <SubscriptionStep
      words={text.end}
      field={{ name: "key", value: loaderData.key }}
      done={actionData?.done ?? false}
      problem={actionData && !actionData.done ? (actionData.toast?.description ?? null) : null}
    />
  )
}
