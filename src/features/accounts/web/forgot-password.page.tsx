import { Link } from "react-router"
import { MailedTo } from "#contract/sign-in.ts"
import { serveForm } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { FormError } from "#ui/form-error.tsx"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { useForm } from "#ui/use-form.ts"
import type { Route } from "./+types/forgot-password.page.ts"
import { accountsText } from "./accounts.text.ts"
import { EmailField, linkClass, type Poster, usePagePoster } from "./form-pieces.tsx"
import { mailedText } from "./mailed.text.ts"
import { pageMeta } from "./page-meta.ts"

const text = mailedText.forgot

/** Known and unknown e-mails are answered alike. */
export function action(args: Route.ActionArgs) {
  return serveForm(
    args,
    MailedTo,
    async ({ email }, { api }) => {
      await api.accounts.requestPasswordReset({ email })
      return { tone: "success", title: text.sent }
    },
    accountsText.error,
  )
}

export function meta() {
  return pageMeta(text)
}

export default function ForgotPasswordPage({ actionData }: Route.ComponentProps) {
  const poster = usePagePoster(actionData)
  const sent = actionData?.done ?? false
  return (
    <AuthLayout
      title={sent ? text.sent : text.title}
      description={sent ? <span role="status">{text.sentText}</span> : text.text}
      footer={
        <>
          {text.remembered}{" "}
          <Link to="/login" className={linkClass}>
            {text.signIn}
          </Link>
        </>
      }
    >
      {sent ? (
        <ButtonLink to="/forgot-password" replace variant="secondary">
          {text.again}
        </ButtonLink>
      ) : (
        <ForgotForm poster={poster} />
      )}
    </AuthLayout>
  )
}

function ForgotForm({ poster: { Form, reply, sending } }: { poster: Poster }) {
  const [form, fields] = useForm<{ email: string }>({ id: "forgot", lastResult: reply?.form ?? null })
  return (
    <Form method="post" id={form.id} className="grid gap-5">
      <input type="hidden" name="intent" value="forgot" />
      <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title ?? accountsText.error} />
      <EmailField field={fields.email} autoComplete="username" />
      <Button type="submit" className="w-full" busy={sending === "forgot"} busyLabel={text.sending}>
        {text.send}
      </Button>
    </Form>
  )
}
