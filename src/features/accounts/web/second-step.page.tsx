import { Form, Link } from "react-router"
import { z } from "zod"
import { dashboardPath, serveForm } from "#ui/api.ts"
import { Button } from "#ui/button.tsx"
import { Field, TextInput } from "#ui/field.tsx"
import { FormError } from "#ui/form-error.tsx"
import { inputProps } from "#ui/form-props.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { useForm } from "#ui/use-form.ts"
import type { Route } from "./+types/second-step.page.ts"
import { accountText } from "./account.text.ts"
import { goOn } from "./account-requests.ts"
import { accountsText } from "./accounts.text.ts"
import { linkClass, useKeepTarget, usePagePoster } from "./form-pieces.tsx"
import { pageMeta } from "./page-meta.ts"

const text = accountText.secondStep

const SecondStep = z.object({
  code: z.string("Fill in the code").trim().min(6, "The code has 6 digits").max(20),
})

export function action(args: Route.ActionArgs) {
  return serveForm(
    args,
    SecondStep,
    async (value, { api }) => {
      const person = await api.account.finishSignIn(value)
      return goOn(args.request, person, dashboardPath(person.role), accountsText.welcomeBack)
    },
    accountsText.verificationError,
  )
}

export function meta() {
  return [...pageMeta(text), { name: "robots", content: "noindex" }]
}

/** The second proof of a sign-in, before which there is no session. */
export default function SecondStepPage({ actionData }: Route.ComponentProps) {
  const { reply, sending } = usePagePoster(actionData)
  const keepTarget = useKeepTarget()
  const [form, fields] = useForm<{ code: string }>({ id: "second-step", lastResult: reply?.form ?? null })
  return (
    <AuthLayout
      title={text.title}
      description={text.text}
      footer={
        <Link to={keepTarget("/auth")} className={linkClass}>
          {text.again}
        </Link>
      }
    >
      <Form method="post" id={form.id} className="grid gap-5">
        <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title} />
        <Field label={text.code} field={fields.code}>
          <TextInput
            {...inputProps(fields.code)}
            required
            maxLength={20}
            inputMode="text"
            autoComplete="one-time-code"
            autoCapitalize="none"
            autoFocus
            className="text-center text-xl tracking-[0.3em] tabular-nums"
          />
        </Field>
        <Button
          type="submit"
          name="intent"
          value="second-step"
          className="w-full"
          busy={sending === "second-step"}
          busyLabel={text.going}
        >
          {text.go}
        </Button>
      </Form>
    </AuthLayout>
  )
}
