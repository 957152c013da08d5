import { Form, redirect } from "react-router"
import { DateOfBirthDraft } from "#contract/account.ts"
import { isUnder18 } from "#shared/age.ts"
import { dateInZone } from "#shared/time.ts"
import { dashboardPath, pageRequest, redirectWithToast, requireViewer, serveForm } from "#ui/api.ts"
import { Button } from "#ui/button.tsx"
import { FormError } from "#ui/form-error.tsx"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { FlashNotice } from "#ui/toast.tsx"
import { useForm } from "#ui/use-form.ts"
import type { Route } from "./+types/date-of-birth.page.ts"
import { targetOf, toGuardian } from "./account-requests.ts"
import { accountsText } from "./accounts.text.ts"
import { TypedBirthDate } from "./birth-date.ts"
import { BirthDateField } from "./birth-date-field.tsx"
import { usePagePoster } from "./form-pieces.tsx"
import { pageMeta } from "./page-meta.ts"

const text = accountsText.birthDate

/** Stands in the way of students whose account is older than the question. Everybody else goes on. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  if (!viewer.undated) throw redirect(targetOf(request, dashboardPath(viewer.role)))
  const profile = await page.api.account.get()
  return { first_name: profile.first_name, named: profile.parent_phone !== null }
}

const Draft = DateOfBirthDraft.extend({ date_of_birth: TypedBirthDate })

export function action(args: Route.ActionArgs) {
  return serveForm(
    args,
    Draft,
    async (value, page) => {
      const profile = await page.api.account.giveDateOfBirth(value)
      const home = targetOf(args.request, dashboardPath("student"))
      if (profile.date_of_birth_claimed)
        return redirectWithToast(
          home,
          { tone: "success", title: text.saved, description: text.claimed },
          "document",
        )
      const today = dateInZone(page.now, page.zone)
      if (isUnder18(value.date_of_birth, today) && !profile.parent_phone_confirmed)
        return toGuardian(args.request, home, text.saved)
      return redirectWithToast(home, { tone: "success", title: text.saved }, "document")
    },
    text.error,
  )
}

export function meta() {
  return [...pageMeta(text), { name: "robots", content: "noindex" }]
}

type Fields = { date_of_birth: string; parent_name?: string; parent_phone?: string }

export default function DateOfBirthPage({ loaderData, actionData }: Route.ComponentProps) {
  const { reply, sending } = usePagePoster(actionData)
  const [form, fields] = useForm<Fields>({ id: "date-of-birth", lastResult: reply?.form ?? null })
  return (
    <AuthLayout title={text.title(loaderData.first_name)} description={text.text}>
      <Form method="post" id={form.id} className="grid gap-5">
        <input type="hidden" name="intent" value="date-of-birth" />
        <FormError id={form.errorId} issues={form.errors} title={text.error} />
        <BirthDateField
          date={fields.date_of_birth}
          name={fields.parent_name}
          phone={fields.parent_phone}
          guardian={!loaderData.named}
        />
        <Button
          type="submit"
          className="mt-1 w-full"
          busy={sending === "date-of-birth"}
          busyLabel={text.saving}
        >
          {text.save}
        </Button>
      </Form>
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </AuthLayout>
  )
}
