import { Form, redirect } from "react-router"
import { DateOfBirthDraft } from "#contract/accounts/account.ts"
import { formatBirthDate } from "#shared/time.ts"
import { dashboardPath, pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { Button, ButtonLink, buttonClass } from "#ui/components/button.tsx"
import { targetOf } from "#ui/form-request.ts"
import { FormError } from "#ui/forms/form-error.tsx"
import { usePagePoster } from "#ui/forms/poster.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS, languageOf } from "#ui/language.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { pageMeta } from "#ui/page-meta.ts"
import { FlashNotice } from "#ui/toast.tsx"
import { goOnDated } from "../account-requests.ts"
import type { Route } from "./+types/date-of-birth.page.ts"
import { birthDateTexts } from "./birth-date.texts.ts"
import { TypedBirthDate } from "./birth-date.ts"
import { BirthDateField } from "./birth-date-field.tsx"

export const handle = { translated: true }

/**
 * Shown to students whose account is older than this question, and to those whose date the office must
 * confirm, with what to do. Everybody else is redirected.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  const on = targetOf(request, dashboardPath(viewer.role))
  const profile = await page.api.account.get()
  const { first_name, date_of_birth_claimed: claimed } = profile
  if (!viewer.undated && !claimed) throw redirect(on)
  const { contactPhone, contactPhoneDisplay, contactEmail } = page.brand
  const office = { contactPhone, contactPhoneDisplay, contactEmail }
  // A list may have brought the student's own number as the guardian's, which the server doesn't accept.
  const named = profile.parent_phone !== null && profile.parent_phone !== profile.phone
  return { first_name, named, claimed, office, on }
}

const Draft = DateOfBirthDraft.extend({ date_of_birth: TypedBirthDate })

export function action(args: Route.ActionArgs) {
  const text = birthDateTexts[args.context.get(pageRequest).language]
  return serveForm(
    args,
    Draft,
    async (value, page) => goOnDated(args.request, await page.api.account.giveDateOfBirth(value), text.saved),
    text.error,
  )
}

export function meta({ matches }: Route.MetaArgs) {
  return [...pageMeta(matches, birthDateTexts[languageOf(matches)]), { name: "robots", content: "noindex" }]
}

export default function DateOfBirthPage({ loaderData, actionData }: Route.ComponentProps) {
  const { claimed } = loaderData
  return claimed ? (
    <Waiting {...loaderData} claimed={claimed} />
  ) : (
    <Question loaderData={loaderData} actionData={actionData} />
  )
}

type Fields = { date_of_birth: string; parent_name?: string; parent_phone?: string }

function Question({ loaderData, actionData }: Pick<Route.ComponentProps, "loaderData" | "actionData">) {
  const text = useTexts(birthDateTexts)
  const { reply, sending } = usePagePoster(actionData)
  const [form, fields] = useForm<Fields>({ id: "date-of-birth", lastResult: reply?.form ?? null })
  // Where the guardian is not asked for, what is wrong with the contact has no field to be shown at.
  const hidden = loaderData.named ? [fields.parent_name, fields.parent_phone] : []
  const issues = [form.errors, ...hidden.map((field) => field.errors)].flatMap((errors) => errors ?? [])
  return (
    <AuthLayout title={text.title(loaderData.first_name)} description={text.text}>
      <Form method="post" id={form.id} className="grid gap-5">
        <input type="hidden" name="intent" value="date-of-birth" />
        <FormError id={form.errorId} issues={issues} title={text.error} />
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

/** What to do while the office has to confirm the date of birth. */
function Waiting({ claimed, office, on }: Route.ComponentProps["loaderData"] & { claimed: string }) {
  const text = useTexts(birthDateTexts).waits
  const day = formatBirthDate(claimed, LANGUAGE_TAGS[useLanguage()])
  const contact = buttonClass({ variant: "secondary", className: "w-full" })
  return (
    <AuthLayout title={text.title} description={text.text(day)}>
      <p>{text.ask}</p>
      <div className="grid gap-3">
        <a href={`tel:${office.contactPhone}`} className={contact}>
          {text.call(office.contactPhoneDisplay)}
        </a>
        <a href={`mailto:${office.contactEmail}`} className={contact}>
          {text.write(office.contactEmail)}
        </a>
      </div>
      <p className="text-ink-muted">{text.until}</p>
      <ButtonLink to={on} className="w-full">
        {text.on}
      </ButtonLink>
    </AuthLayout>
  )
}
