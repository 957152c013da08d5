import { Form } from "react-router"
import { z } from "zod"
import { Password } from "#contract/accounts/accounts.ts"
import { isId } from "#shared/ids.ts"
import {
  type ActionReply,
  dashboardPath,
  pageRequest,
  redirectWithToast,
  serveButton,
  serveForm,
} from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { intentOf, targetOf } from "#ui/form-request.ts"
import { Field } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { PasswordInput } from "#ui/forms/password-input.tsx"
import { usePagePoster } from "#ui/forms/poster.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { languageOf } from "#ui/language.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { pageMeta } from "#ui/page-meta.ts"
import { NewPassword } from "../form-pieces.tsx"
import type { Route } from "./+types/verify-email.page.ts"
import { verifyEmailTexts } from "./verify-email.texts.ts"

export const handle = { translated: true }

const Confirming = z.object({
  password: z.string().min(1).max(128).optional(),
  new_password: Password.optional(),
})

export function loader({ request, context }: Route.LoaderArgs) {
  const { viewer } = context.get(pageRequest)
  const params = new URL(request.url).searchParams
  return {
    linked: isId(params.get("request")) && params.has("secret"),
    unconfirmed: viewer !== null && !viewer.email_verified,
  }
}

/**
 * The button confirms and not the link, because mail programs follow links and would confirm e-mails that
 * nobody read.
 */
export async function action(args: Route.ActionArgs) {
  const { api, viewer, language } = args.context.get(pageRequest)
  const text = verifyEmailTexts[language]
  const home = viewer ? dashboardPath(viewer.role) : "/login"
  if ((await intentOf(args.request)) === "send-again") {
    const reply = await serveButton(args, async () => {
      await api.accounts.sendConfirmation()
      return { tone: "success", title: text.sentAgain, description: text.sentAgainText }
    })
    if (reply instanceof Response || !reply.data.toast) return reply
    return redirectWithToast(targetOf(args.request, home), reply.data.toast)
  }
  return serveConfirmation(args, home)
}

/** Confirms by the button alone or, if that is not enough, by one of the forms shown then. */
function serveConfirmation(args: Route.ActionArgs, home: string) {
  const { api, viewer, language } = args.context.get(pageRequest)
  const text = verifyEmailTexts[language]
  const params = new URL(args.request.url).searchParams
  const link = { request: params.get("request") ?? "", secret: params.get("secret") ?? "" }
  return serveForm(
    args,
    Confirming,
    async ({ password, new_password }) => {
      const { access_ended } = await api.accounts.confirmEmail({ ...link, password, new_password })
      if (access_ended)
        return redirectWithToast(
          "/login",
          { tone: "success", title: text.done, description: text.doneAfresh },
          "document",
        )
      const description = viewer ? undefined : text.doneSignIn
      return redirectWithToast(home, { tone: "success", title: text.done, description })
    },
    text.error,
  )
}

export function meta({ matches }: Route.MetaArgs) {
  return [...pageMeta(matches, verifyEmailTexts[languageOf(matches)]), { name: "robots", content: "noindex" }]
}

export default function VerifyEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(verifyEmailTexts)
  const { linked, unconfirmed } = loaderData
  const { sending } = usePagePoster(actionData)
  const code = actionData?.code
  if (linked && actionData && code !== "LINK_EXPIRED" && !actionData.done) {
    return (
      <AuthLayout title={text.askedTitle} description={text.asked}>
        <PasswordForms reply={actionData} sending={sending} />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={text.title} description={linked ? text.text : text.missing}>
      <FormError issues={actionData?.form?.error?.[""]} title={text.error} />
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
      {code && !unconfirmed ? (
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

interface PasswordFormsProps {
  reply: ActionReply
  sending: FormDataEntryValue | null | undefined
}

/** If the account was made in another browser: its password, or a new one. */
function PasswordForms({ reply, sending }: PasswordFormsProps) {
  const text = useTexts(verifyEmailTexts)
  const lastResult = reply.form
  const [form, fields] = useForm<z.infer<typeof Confirming>>({ id: "confirm", lastResult })
  const [anew, newFields] = useForm<z.infer<typeof Confirming>>({ id: "confirm-anew", lastResult })
  const asked = reply.code === "PASSWORD_ASKED"
  return (
    <div className="grid gap-6">
      {asked ? null : <FormError id={form.errorId} issues={form.errors} title={text.error} />}
      <Form method="post" id={form.id} className="grid gap-5">
        <Field label={text.password} field={fields.password}>
          <PasswordInput
            {...inputProps(fields.password, { type: "password" })}
            required
            maxLength={128}
            autoComplete="current-password"
          />
        </Field>
        <Button
          type="submit"
          name="intent"
          value="with-password"
          className="w-full"
          busy={sending === "with-password"}
          busyLabel={text.confirming}
        >
          {text.withPassword}
        </Button>
      </Form>
      <p className="text-center text-sm text-ink-muted">{text.or}</p>
      <Form method="post" id={anew.id} className="grid gap-5">
        <NewPassword field={newFields.new_password} label={text.newPassword} hint={text.newPasswordHint} />
        <Button
          type="submit"
          name="intent"
          value="with-new-password"
          variant="secondary"
          className="w-full"
          busy={sending === "with-new-password"}
          busyLabel={text.confirming}
        >
          {text.withNewPassword}
        </Button>
      </Form>
    </div>
  )
}
