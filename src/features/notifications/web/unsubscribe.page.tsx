import { ORPCError } from "@orpc/client"
import { data, Form } from "react-router"
import { pageRequest } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page } from "#ui/page.tsx"
import type { Route } from "./+types/unsubscribe.page.ts"
import { noticesTexts } from "./notices.texts.ts"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [
    { title: noticesTexts[languageOf(matches)].unsubscribe.title },
    { name: "robots", content: "noindex" },
  ]
}

/** Handles posts of mail programs (with the token in the address) and of the page's one button. */
export async function action({ request, context }: Route.ActionArgs) {
  const { api } = context.get(pageRequest)
  const token = new URL(request.url).searchParams.get("token") ?? ""
  try {
    const { topic } = await api.notifications.unsubscribe({ token })
    return { topic, ended: true as const }
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status >= 500) throw error
    return data({ topic: null, ended: false as const }, { status: 404 })
  }
}

/** Opening the link alone ends nothing, because programs that scan mails open links too. */
export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  const texts = useTexts(noticesTexts)
  const text = texts.unsubscribe
  const settings = (
    <ButtonLink to="/account/notifications" variant="secondary">
      {texts.preferences.title}
    </ButtonLink>
  )
  return (
    <Page width="narrow">
      {actionData?.ended ? (
        <EmptyState
          illustration="no-requests"
          title={text.done}
          text={text.doneText(
            actionData.topic === "digest" ? text.digest : texts.topics[actionData.topic].label,
          )}
          action={settings}
        />
      ) : actionData ? (
        <EmptyState illustration="no-requests" title={text.gone} text={text.goneText} action={settings} />
      ) : (
        <EmptyState
          illustration="no-requests"
          title={text.ask}
          text={text.askText}
          action={
            <Form method="post">
              <Button type="submit">{text.go}</Button>
            </Form>
          }
        />
      )}
    </Page>
  )
}
