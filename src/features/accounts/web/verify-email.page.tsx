import { Form } from "react-router"
import { isId } from "#shared/ids.ts"
import { dashboardPath, pageRequest, redirectWithToast, serveButton } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { FormError } from "#ui/form-error.tsx"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import type { Route } from "./+types/verify-email.page.ts"
import { intentOf, targetOf } from "./account-requests.ts"
import { accountsText } from "./accounts.text.ts"
import { usePagePoster } from "./form-pieces.tsx"
import { mailedText } from "./mailed.text.ts"
import { pageMeta } from "./page-meta.ts"

const text = mailedText.verify

export function loader({ request, context }: Route.LoaderArgs) {
  const { viewer } = context.get(pageRequest)
  const params = new URL(request.url).searchParams
  return {
    linked: isId(params.get("request")) && params.has("secret"),
    unconfirmed: viewer !== null && !viewer.email_verified,
  }
}

/** The button confirms and not the link: mail programs follow links, and would confirm what nobody read. */
export async function action(args: Route.ActionArgs) {
  const { api, viewer } = args.context.get(pageRequest)
  const home = viewer ? dashboardPath(viewer.role) : "/login"
  if ((await intentOf(args.request)) === "send-again") {
    const reply = await serveButton(args, async () => {
      await api.accounts.sendConfirmation()
      return { tone: "success", title: text.sentAgain, description: text.sentAgainText }
    })
    if (reply instanceof Response || !reply.data.toast) return reply
    return redirectWithToast(targetOf(args.request, home), reply.data.toast)
  }
  const params = new URL(args.request.url).searchParams
  return serveButton(args, async () => {
    await api.accounts.confirmEmail({
      request: params.get("request") ?? "",
      secret: params.get("secret") ?? "",
    })
    const description = viewer ? undefined : text.doneSignIn
    return redirectWithToast(home, { tone: "success", title: text.done, description })
  })
}

export function meta() {
  return [...pageMeta(text), { name: "robots", content: "noindex" }]
}

export default function VerifyEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { linked, unconfirmed } = loaderData
  const { sending } = usePagePoster(actionData)
  const failure = actionData?.toast?.tone === "error" ? actionData.toast : null
  return (
    <AuthLayout title={text.title} description={linked ? text.text : text.missing}>
      <FormError issues={failure?.description ? [failure.description] : null} title={accountsText.error} />
      {linked ? (
        <Form method="post">
          <Button
            type="submit"
            name="intent"
            value="confirm"
            className="w-full"
            busy={sending === "confirm"}
            busyLabel={text.confirming}
          >
            {text.confirm}
          </Button>
        </Form>
      ) : null}
      {failure && !unconfirmed ? (
        <ButtonLink to="/auth?to=/verify-email" variant="secondary">
          {text.signInForAnother}
        </ButtonLink>
      ) : null}
      {unconfirmed ? (
        <Form method="post" action="/verify-email?to=/verify-email">
          <Button type="submit" name="intent" value="send-again" variant="secondary" className="w-full">
            {text.sendAgain}
          </Button>
        </Form>
      ) : null}
    </AuthLayout>
  )
}
