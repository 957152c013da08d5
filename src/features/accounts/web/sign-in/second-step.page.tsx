import { Form } from "react-router"
import { z } from "zod"
import { dashboardPath, pageRequest, serveForm } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { linkClass } from "#ui/components/link-class.ts"
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
import { repliesTexts } from "../account-replies.texts.ts"
import { goOn } from "../account-requests.ts"
import { accountsTexts } from "../accounts.texts.ts"
import { useKeepTarget } from "../form-pieces.tsx"
import { accountTexts } from "../own/account.texts.ts"
import type { Route } from "./+types/second-step.page.ts"

export const handle = { translated: true }

const SecondStep = z.object({
  code: z.string("Enter the code").trim().min(6, "The code has 6 digits").max(20),
})

export function action(args: Route.ActionArgs) {
  const { language } = args.context.get(pageRequest)
  return serveForm(
    args,
    SecondStep,
    async (value, { api }) => {
      const person = await api.account.finishSignIn(value)
      return goOn(args.request, person, dashboardPath(person.role), repliesTexts[language].welcomeBack)
    },
    accountsTexts[language].verificationError,
  )
}

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches, accountTexts[languageOf(matches)].secondStep),
    { name: "robots", content: "noindex" },
  ]
}

/** The second factor of a sign-in. No session is open before it. */
export default function SecondStepPage({ actionData }: Route.ComponentProps) {
  const text = useTexts(accountTexts).secondStep
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
