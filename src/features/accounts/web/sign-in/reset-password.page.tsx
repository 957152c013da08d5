import { data } from "react-router"
import { z } from "zod"
import { NewPassword as NewPasswordInput } from "#contract/accounts/sign-in.ts"
import { isId } from "#shared/ids.ts"
import { pageRequest, redirectWithToast, serveForm } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { type Poster, usePagePoster } from "#ui/forms/poster.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { languageOf } from "#ui/language.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { pageMeta } from "#ui/page-meta.ts"
import { accountsTexts } from "../accounts.texts.ts"
import { NewPassword } from "../form-pieces.tsx"
import { mailedTexts } from "../sign-up/mailed.texts.ts"
import type { Route } from "./+types/reset-password.page.ts"

export const handle = { translated: true }

const ResetForm = NewPasswordInput.extend({ confirm_password: z.string("Enter the password again") }).refine(
  (value) => value.password === value.confirm_password,
  { path: ["confirm_password"], message: "Passwords do not match", when: () => true },
)

/** Opening a link does not use it up, because mail programs open links too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { api } = context.get(pageRequest)
  const params = new URL(request.url).searchParams
  const link = { request: params.get("request") ?? "", secret: params.get("secret") ?? "" }
  const well = isId(link.request) && link.secret !== "" && link.secret.length <= 100
  const usable = well && (await api.accounts.checkPasswordReset(link)).usable
  return data({ link: usable ? link : null }, { status: usable ? 200 : 410 })
}

export function action(args: Route.ActionArgs) {
  const { language } = args.context.get(pageRequest)
  const text = mailedTexts[language].reset
  return serveForm(
    args,
    ResetForm,
    async ({ request, secret, password }, { api }) => {
      await api.accounts.resetPassword({ request, secret, password })
      const toast = { tone: "success" as const, title: text.done, description: text.doneText }
      return redirectWithToast("/login", toast, "document")
    },
    accountsTexts[language].error,
  )
}

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches, mailedTexts[languageOf(matches)].reset),
    { name: "robots", content: "noindex" },
  ]
}

export default function ResetPasswordPage({ loaderData: { link }, actionData }: Route.ComponentProps) {
  const text = useTexts(mailedTexts).reset
  const poster = usePagePoster(actionData)
  if (!link) {
    return (
      <AuthLayout title={text.gone} description={text.goneText}>
        <ButtonLink to="/forgot-password">{text.another}</ButtonLink>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={text.title} description={text.text}>
      <ResetFields poster={poster} link={link} />
    </AuthLayout>
  )
}

type ResetFieldsProps = { poster: Poster; link: { request: string; secret: string } }

function ResetFields({ poster: { Form, reply, sending }, link }: ResetFieldsProps) {
  const text = useTexts(mailedTexts).reset
  const texts = useTexts(accountsTexts)
  const [form, fields] = useForm<{ password: string; confirm_password: string }>({
    id: "reset",
    lastResult: reply?.form ?? null,
  })
  return (
    <Form method="post" id={form.id} className="grid gap-5">
      <input type="hidden" name="intent" value="reset" />
      <input type="hidden" name="request" value={link.request} />
      <input type="hidden" name="secret" value={link.secret} />
      <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title ?? texts.error} />
      <NewPassword field={fields.password} label={text.newPassword} hint={texts.fields.passwordHint} />
      <NewPassword field={fields.confirm_password} label={texts.fields.confirmPassword} />
      <Button type="submit" className="w-full" busy={sending === "reset"} busyLabel={text.saving}>
        {text.save}
      </Button>
    </Form>
  )
}
