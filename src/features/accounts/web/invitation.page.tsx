import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { z } from "zod"
import { Password } from "#contract/accounts.ts"
import { brand } from "#shared/brand.ts"
import { isId } from "#shared/ids.ts"
import { dashboardPath, pageRequest, redirectWithToast, serveForm } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { Checkbox } from "#ui/field.tsx"
import { FormError } from "#ui/form-error.tsx"
import { checkboxProps } from "#ui/form-props.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { useForm } from "#ui/use-form.ts"
import type { Route } from "./+types/invitation.page.ts"
import { accountsText } from "./accounts.text.ts"
import { NewPassword, usePagePoster } from "./form-pieces.tsx"

const Joining = z
  .object({
    request: z.uuid(),
    secret: z.string().max(100),
    password: Password,
    confirm_password: z.string("Repeat the password"),
    terms: z.literal("on", "Please agree to the terms and conditions"),
  })
  .refine((value) => value.password === value.confirm_password, {
    path: ["confirm_password"],
    message: "Passwords do not match",
    when: () => true,
  })

/** Looking at an invitation does not use it up: mail programs look, too. */
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
  return serveForm(
    args,
    Joining,
    async ({ request, secret, password }, { api }) => {
      const person = await api.accounts.acceptInvitation({ request, secret, password, terms: true })
      const toast = { tone: "success" as const, title: `Welcome, ${person.first_name}!` }
      return redirectWithToast(dashboardPath(person.role), toast, "document")
    },
    accountsText.error,
  )
}

export function meta() {
  return [{ title: `Invitation · ${brand.name}` }, { name: "robots", content: "noindex" }]
}

/** Where somebody whom the academy invited chooses a password and comes in. */
export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { link, invited } = loaderData
  const { Form, reply, sending } = usePagePoster(actionData)
  const [form, fields] = useForm<{ password: string; confirm_password: string; terms: string }>({
    id: "invitation",
    lastResult: reply?.form ?? null,
  })
  if (!invited) {
    return (
      <AuthLayout
        title="This invitation is no longer valid"
        description="It was used, it is older than two weeks, or a newer one was sent. Who has a password signs in; anybody else asks the academy for a new one."
      >
        <ButtonLink to="/auth">Sign in</ButtonLink>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      title={`Welcome, ${invited.first_name}`}
      description={`${brand.name} has made an account for ${invited.email}. Choose a password, and you are in.`}
    >
      <Form method="post" id={form.id} className="grid gap-5">
        <input type="hidden" name="intent" value="join" />
        <input type="hidden" name="request" value={link.request} />
        <input type="hidden" name="secret" value={link.secret} />
        <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title ?? accountsText.error} />
        <NewPassword field={fields.password} label="Password" hint={accountsText.fields.passwordHint} />
        <NewPassword field={fields.confirm_password} label={accountsText.fields.confirmPassword} />
        <Checkbox
          field={fields.terms}
          label={
            <>
              I agree to the{" "}
              <a href="/terms" target="_blank" className="underline underline-offset-4" rel="noreferrer">
                Terms & Conditions
              </a>
            </>
          }
          {...checkboxProps(fields.terms)}
          required
        />
        <Button type="submit" className="w-full" busy={sending === "join"} busyLabel="Coming in...">
          Come in
        </Button>
      </Form>
    </AuthLayout>
  )
}
