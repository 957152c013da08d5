import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { z } from "zod"
import { Password } from "#contract/accounts/accounts.ts"
import { isId } from "#shared/ids.ts"
import { dashboardPath, pageRequest, redirectWithToast, serveForm } from "#ui/api.ts"
import { brandOf, useBrand } from "#ui/brand.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Checkbox } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { checkboxProps } from "#ui/forms/form-props.ts"
import { usePagePoster } from "#ui/forms/poster.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { languageOf } from "#ui/language.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { repliesTexts } from "../account-replies.texts.ts"
import { accountsTexts } from "../accounts.texts.ts"
import { NewPassword, TermsLinks } from "../form-pieces.tsx"
import { mailedTexts } from "../sign-up/mailed.texts.ts"
import type { Route } from "./+types/invitation.page.ts"

const Joining = z
  .object({
    request: z.uuid(),
    secret: z.string().max(100),
    password: Password,
    confirm_password: z.string("Enter the password again"),
    terms: z.literal("on", "Please agree to the terms and conditions"),
  })
  .refine((value) => value.password === value.confirm_password, {
    path: ["confirm_password"],
    message: "Passwords do not match",
    when: () => true,
  })

export const handle = { translated: true }

/** Opening an invitation does not use it up, because mail programs open links too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { api } = context.get(pageRequest)
  const params = new URL(request.url).searchParams
  const link = { request: params.get("request") ?? "", secret: params.get("secret") ?? "" }
  const well = isId(link.request) && link.secret !== "" && link.secret.length <= 100
  const invited = well ? await api.accounts.readInvitation(link).catch(noneIfGone) : null
  return data({ link, invited }, { status: invited ? 200 : 410 })
}

function noneIfGone(error: unknown): null {
  if (error instanceof ORPCError && error.code === "LINK_EXPIRED") return null
  throw error
}

export function action(args: Route.ActionArgs) {
  const { language } = args.context.get(pageRequest)
  return serveForm(
    args,
    Joining,
    async ({ request, secret, password }, { api }) => {
      const person = await api.accounts.acceptInvitation({ request, secret, password, terms: true })
      const toast = { tone: "success" as const, title: repliesTexts[language].joined(person.first_name) }
      return redirectWithToast(dashboardPath(person.role), toast, "document")
    },
    accountsTexts[language].error,
  )
}

export function meta({ matches }: Route.MetaArgs) {
  const { metaTitle } = mailedTexts[languageOf(matches)].invitation
  return [{ title: `${metaTitle} · ${brandOf(matches).name}` }, { name: "robots", content: "noindex" }]
}

/** Where a person whom the academy invited chooses a password and signs in. */
export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(mailedTexts).invitation
  const { fields: labels, error } = useTexts(accountsTexts)
  const { link, invited } = loaderData
  const { name: academy } = useBrand()
  const { Form, reply, sending } = usePagePoster(actionData)
  const [form, fields] = useForm<{ password: string; confirm_password: string; terms: string }>({
    id: "invitation",
    lastResult: reply?.form ?? null,
  })
  if (!invited) {
    return (
      <AuthLayout title={text.gone} description={text.goneText}>
        <ButtonLink to="/auth">{text.signIn}</ButtonLink>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={text.title(invited.first_name)} description={text.text(academy, invited.email)}>
      <Form method="post" id={form.id} className="grid gap-5">
        <input type="hidden" name="intent" value="join" />
        <input type="hidden" name="request" value={link.request} />
        <input type="hidden" name="secret" value={link.secret} />
        <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title ?? error} />
        <NewPassword field={fields.password} label={labels.password} hint={labels.passwordHint} />
        <NewPassword field={fields.confirm_password} label={labels.confirmPassword} />
        <Checkbox
          field={fields.terms}
          label={<TermsLinks wording="agree" />}
          {...checkboxProps(fields.terms)}
          required
        />
        <Button type="submit" className="w-full" busy={sending === "join"} busyLabel={text.saving}>
          {text.save}
        </Button>
      </Form>
    </AuthLayout>
  )
}
