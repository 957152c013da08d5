import { Form, redirect } from "react-router"
import { z } from "zod"
import { GuardianCode } from "#contract/guardians/guardians.ts"
import { type ActionReply, dashboardPath, pageRequest, redirectWithToast, serveForm } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { type Args, intentOf, targetOf } from "#ui/form-request.ts"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { usePagePoster } from "#ui/forms/poster.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { languageOf } from "#ui/language.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { pageMeta } from "#ui/page-meta.ts"
import { loadAccountPage } from "../account-requests.ts"
import { CodeInput } from "../code-input.tsx"
import type { Route } from "./+types/guardian-sign-in.page.ts"
import { DemoPeople } from "./demo-people.card.tsx"
import { guardianSignInTexts } from "./guardian-sign-in.texts.ts"

export const handle = { translated: true }

export function loader(args: Route.LoaderArgs) {
  const { viewer } = args.context.get(pageRequest)
  if (viewer?.role === "guardian") throw redirect(targetOf(args.request, dashboardPath("guardian")))
  return loadAccountPage(args, { demo: ["guardian"], away: ["guardian"] })
}

const Phone = z.string("Fill in your phone number").trim().min(1, "Fill in your phone number").max(20)

const textOf = ({ context }: Args) => guardianSignInTexts[context.get(pageRequest).language]

export async function action(args: Route.ActionArgs) {
  const intent = await intentOf(args.request)
  const text = textOf(args)
  if (intent === "demo") return serveDemo(args)
  if (intent === "have-code") return askCode(args, false)
  if (intent === "sign-in-guardian") {
    return serveForm(
      args,
      z.object({ phone: Phone, code: GuardianCode, request: z.uuid().optional() }),
      async (value, { api }) => {
        await api.guardians.signIn(value)
        const to = targetOf(args.request, dashboardPath("guardian"))
        return redirectWithToast(to, { tone: "success", title: text.welcome }, "document")
      },
      text.error,
    )
  }
  return askCode(args)
}

/**
 * Stays on the page, with the number kept for the form of the code. `send` is false if the guardian already
 * has a code.
 */
async function askCode(args: Args, send = true) {
  const text = textOf(args)
  let initial: Record<string, string> = {}
  const reply = await serveForm(args, z.object({ phone: Phone }), async (value, { api }) => {
    const { phone } = value
    initial = { phone, asked: "yes" }
    // The form of the code says so itself.
    if (!send) return null
    const { request } = await api.guardians.requestCode(value)
    initial = { ...initial, request }
    return { tone: "success", title: text.sent, description: text.sentText }
  })
  if (!(reply instanceof Response) && reply.data.done) {
    reply.data.form = { initialValue: initial }
  }
  return reply
}

function serveDemo(args: Args) {
  const text = textOf(args)
  return serveForm(args, z.object({ email: z.email() }), async ({ email }, { api }) => {
    await api.accounts.signInDemoPerson({ email })
    const to = targetOf(args.request, dashboardPath("guardian"))
    return redirectWithToast(to, { tone: "success", title: text.welcome }, "document")
  })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, guardianSignInTexts[languageOf(matches)])
}

export default function GuardianSignInPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(guardianSignInTexts)
  const { reply, sending } = usePagePoster(actionData)
  const initial = reply?.form?.initialValue
  const asked = initial?.asked ? String(initial.phone) : null
  return (
    <AuthLayout
      title={text.title}
      description={text.text}
      footer={
        <>
          {text.footer}{" "}
          <Link to="/auth" className={linkClass}>
            {text.footerLink}
          </Link>
        </>
      }
    >
      {asked === null ? (
        <PhoneForm reply={reply} sending={sending === "guardian-code"} />
      ) : (
        <CodeForm
          phone={asked}
          request={initial?.request ? String(initial.request) : null}
          reply={reply}
          sending={sending === "sign-in-guardian"}
        />
      )}
      <DemoPeople people={loaderData.people} />
    </AuthLayout>
  )
}

interface FormProps {
  reply: ActionReply | undefined
  sending: boolean
}

function PhoneForm({ reply, sending }: FormProps) {
  const text = useTexts(guardianSignInTexts)
  const [form, fields] = useForm<{ phone: string }>({ id: "guardian-phone", lastResult: reply?.form ?? null })
  return (
    <Form method="post" id={form.id} className="grid gap-5">
      <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title} />
      <Field label={text.phone} field={fields.phone} hint={text.phoneHint}>
        <TextInput
          {...inputProps(fields.phone, { type: "tel" })}
          required
          maxLength={20}
          inputMode="tel"
          autoComplete="tel"
        />
      </Field>
      <Button
        type="submit"
        name="intent"
        value="guardian-code"
        className="w-full"
        busy={sending}
        busyLabel={text.sending}
      >
        {text.send}
      </Button>
      <Button type="submit" name="intent" value="have-code" variant="ghost" className="-mt-2 w-full">
        {text.have}
      </Button>
    </Form>
  )
}

interface CodeFormProps extends FormProps {
  phone: string
  /** The request that the code belongs to. Null for a code that another person had sent. */
  request: string | null
}

function CodeForm({ phone, request, reply, sending }: CodeFormProps) {
  const text = useTexts(guardianSignInTexts)
  const [form, fields] = useForm<{ code?: string }>({ id: "guardian-code", lastResult: reply?.form ?? null })
  return (
    <Form method="post" id={form.id} className="grid gap-5">
      <FormError id={form.errorId} issues={form.errors} title={text.error} />
      <input type="hidden" name="phone" value={phone} />
      <input type="hidden" name="asked" value="yes" />
      {request ? <input type="hidden" name="request" value={request} /> : null}
      <CodeInput
        field={fields.code}
        label={text.code}
        hint={request ? text.codeHint(phone) : text.haveHint(phone)}
        {...(request ? {} : { most: 10 })}
        autoFocus
      />
      <Button
        type="submit"
        name="intent"
        value="sign-in-guardian"
        className="w-full"
        busy={sending}
        busyLabel={text.verifying}
      >
        {text.verify}
      </Button>
      <Link to="/guardian" replace className={`${linkClass} justify-self-center text-[0.9375rem]`}>
        {text.back}
      </Link>
    </Form>
  )
}
