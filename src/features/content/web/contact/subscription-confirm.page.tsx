import { serveButton } from "#ui/api.ts"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { describePage } from "../describe-page.ts"
import type { Route } from "./+types/subscription-confirm.page.ts"
import { subscribeTexts } from "./subscribe.texts.ts"
import { SubscriptionStep } from "./subscription-step.tsx"

export const handle = { static: true, translated: true }

export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get("token") ?? "" }
}

export async function action(args: Route.ActionArgs) {
  const token = String((await args.request.formData()).get("token") ?? "")
  let endKey: string | null = null
  const answer = await serveButton(args, async ({ api, language }) => {
    endKey = (await api.content.confirmSubscription({ token })).end_key
    return { tone: "success", title: subscribeTexts[language].confirm.doneTitle }
  })
  if (answer instanceof Response) return answer
  return { ...answer, data: { ...answer.data, endKey } }
}

export function meta({ matches }: Route.MetaArgs) {
  const { title, text } = subscribeTexts[languageOf(matches)].confirm
  return [...describePage(matches, { title, description: text }), { name: "robots", content: "noindex" }]
}

export default function SubscriptionConfirmPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(subscribeTexts)
  return (
    <SubscriptionStep
      words={text.confirm}
      field={{ name: "token", value: loaderData.token }}
      done={actionData?.done ?? false}
      problem={actionData && !actionData.done ? (actionData.toast?.description ?? null) : null}
      more={
        actionData?.endKey ? (
          <a
            href={`/subscription/end?${new URLSearchParams({ key: actionData.endKey })}`}
            className="font-semibold text-primary-text underline underline-offset-4"
          >
            {text.end.button}
          </a>
        ) : null
      }
    />
  )
}
