import { MailedTo } from "#contract/accounts/sign-in.ts"
import { pageRequest, serveForm } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { FormError } from "#ui/forms/form-error.tsx"
import { type Poster, usePagePoster } from "#ui/forms/poster.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { languageOf } from "#ui/language.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { pageMeta } from "#ui/page-meta.ts"
import { accountsTexts } from "../accounts.texts.ts"
import { EmailField, ParentsWay } from "../form-pieces.tsx"
import { mailedTexts } from "../sign-up/mailed.texts.ts"
import type { Route } from "./+types/forgot-password.page.ts"

export const handle = { translated: true }

/** The response is the same for known and unknown e-mails. */
export function action(args: Route.ActionArgs) {
  const { language } = args.context.get(pageRequest)
  return serveForm(
    args,
    MailedTo,
    async ({ email }, { api }) => {
      await api.accounts.requestPasswordReset({ email })
      return { tone: "success", title: mailedTexts[language].forgot.sent }
    },
    accountsTexts[language].error,
  )
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, mailedTexts[languageOf(matches)].forgot)
}

export default function ForgotPasswordPage({ actionData }: Route.ComponentProps) {
  const text = useTexts(mailedTexts).forgot
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
          <ParentsWay />
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
  const text = useTexts(mailedTexts).forgot
  const { error } = useTexts(accountsTexts)
  const [form, fields] = useForm<{ email: string }>({ id: "forgot", lastResult: reply?.form ?? null })
  return (
    <Form method="post" id={form.id} className="grid gap-5">
      <input type="hidden" name="intent" value="forgot" />
      <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title ?? error} />
      <EmailField field={fields.email} autoComplete="username" />
      <Button type="submit" className="w-full" busy={sending === "forgot"} busyLabel={text.sending}>
        {text.send}
      </Button>
    </Form>
  )
}
