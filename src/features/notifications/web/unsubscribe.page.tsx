import { ORPCError } from "@orpc/client"
import { data, Form } from "react-router"
import { pageRequest } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { Page } from "#ui/page.tsx"
import type { Route } from "./+types/unsubscribe.page.ts"
import { TOPIC_TEXTS } from "./notices.text.ts"

export function meta() {
  return [{ title: "End these mails" }, { name: "robots", content: "noindex" }]
}

/** Mail programs post here by themselves, with the token in the address; so does the page's one button. */
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

/** Following the link alone ends nothing, for programs that check mails follow links, too. */
export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  const settings = (
    <ButtonLink to="/account/notifications" variant="secondary">
      Notification settings
    </ButtonLink>
  )
  return (
    <Page width="narrow">
      {actionData?.ended ? (
        <EmptyState
          illustration="no-requests"
          title="You get no more of these mails"
          text={`“${TOPIC_TEXTS[actionData.topic].label}” no longer comes by e-mail. It stays in the bell, and you can switch it on again at any time.`}
          action={settings}
        />
      ) : actionData ? (
        <EmptyState
          illustration="no-requests"
          title="This link is not valid"
          text="It may have been cut off by the mail program. Sign in and choose what you get."
          action={settings}
        />
      ) : (
        <EmptyState
          illustration="no-requests"
          title="End these mails?"
          text="You will not get mails of this kind any more. What matters stays in the bell."
          action={
            <Form method="post">
              <Button type="submit">End these mails</Button>
            </Form>
          }
        />
      )}
    </Page>
  )
}
