import type { SubmissionResult } from "@conform-to/react"
import type { ChangeEvent, ReactNode } from "react"
import { data, Form, redirect, redirectDocument, useNavigation, useSubmit } from "react-router"
import { z } from "zod"
import { Id } from "#contract/base.ts"
import { StateCode } from "#contract/payments.ts"
import { tellPrice, tellRefusal } from "#features/payments/bills/told-price.server.ts"
import { orderPath, programPath } from "#features/programs/paths.ts"
import { STATES } from "#shared/states.ts"
import { pageRequest, redirectWithToast, requireViewer, serveForm } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { useForm } from "#ui/forms/use-form.ts"
import { languageOf } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useFlash } from "#ui/toast.tsx"
import { tellBatches } from "../program/program-parts.server.tsx"
import type { Route } from "./+types/checkout.page.ts"
import { checkoutTexts } from "./checkout.texts.ts"
import { PriceLines } from "./price-lines.tsx"
import { Steps } from "./steps.tsx"
import { upiTexts } from "./upi.texts.ts"

const MINUTES_A_DAY = 1_440

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: checkoutTexts[languageOf(matches)].title }, { name: "robots", content: "noindex" }]
}

const Choice = z.object({
  student_id: Id.optional(),
  state: StateCode,
  batch_id: Id.optional(),
  /** Pays to the academy's UPI id where there is a provider as well. */
  way: z.enum(["upi"]).optional(),
})
const Asked = Choice.partial()

/** What the program costs this buyer. A program of an academy that takes no payments leads back to its page. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  const text = checkoutTexts[page.language]
  const { id: course_id, title, slug, price_paise } = await page.api.programs.get({ slug: params.slug })
  const { provider, upi_instead } = await page.api.payments.options()
  if (!provider || price_paise === 0) throw redirect(programPath(slug))
  if (viewer.role !== "student" && viewer.role !== "guardian") {
    const { staffTitle, staffText: description } = text
    throw redirectWithToast(programPath(slug), { tone: "info", title: staffTitle, description })
  }
  const { student_id, state, batch_id } = Asked.catch({}).parse(Object.fromEntries(url.searchParams))
  const review = await page.api.payments.review({
    course_id,
    ...(student_id && { student_id }),
    ...(state && { state }),
  })
  const batches = tellBatches(page, await page.api.classes.batches({ course_id }))
  const { price, refused, ...rest } = review
  return data({
    ...rest,
    batches: batches
      .filter(({ full }) => !full)
      .map(({ id, when, next }) => ({ id, label: `${when} · ${next}` })),
    batch_id: batches.find(({ id }) => id === batch_id)?.id,
    ...{ provider, upi_instead },
    viewer: { user_id: viewer.user_id, role: viewer.role },
    price: price && tellPrice(page.language, price, title),
    refused: tellRefusal(page.language, refused),
  })
}

export async function action(args: Route.ActionArgs) {
  const page = args.context.get(pageRequest)
  requireViewer(page, args.request)
  const { id: course_id } = await page.api.programs.get({ slug: args.params.slug })
  return serveForm(args, Choice, async ({ student_id, state, batch_id, way }, { api }) => {
    const { order_number } = await api.payments.createOrder({
      course_id,
      state,
      ...(student_id && { student_id }),
      ...(batch_id && { batch_id }),
      ...(way && { way }),
    })
    // A new document, whose policy lets the payment provider in.
    return redirectDocument(orderPath(order_number))
  })
}

/** The first of three steps: every line and why, before anything is charged. */
export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(checkoutTexts)
  const upi = useTexts(upiTexts)
  const { course, beneficiaries, price, provider, refused } = loaderData
  useFlash(actionData?.toast)
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: programPath(course.slug), label: text.back }}
        title={text.title}
        description={course.title}
      />
      <Steps at={0} />
      {beneficiaries.length === 0 ? (
        <NobodyToPayFor isStudent={loaderData.viewer.role === "student"} />
      ) : (
        <Choices loaded={loaderData} lastResult={actionData?.form}>
          {price ? (
            <Card title={text.whatYouPay}>
              <PriceLines price={price} />
            </Card>
          ) : null}
          {refused.length > 0 ? (
            <Card title={text.refused}>
              <ul className="grid gap-1">
                {refused.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </Card>
          ) : null}
          {price ? (
            <Card title={text.next}>
              <ul className="grid list-disc gap-1.5 pl-5 text-[0.9375rem]">
                {provider === "trial" ? <li>{text.trial}</li> : null}
                {provider === "upi" ? <li>{upi.byUpi}</li> : null}
                <li>
                  {provider === "upi"
                    ? upi.keptDays(loaderData.hold_minutes / MINUTES_A_DAY)
                    : text.kept(loaderData.hold_minutes)}
                </li>
                <li>{provider === "upi" ? upi.approvedFirst : text.enrolledAtOnce}</li>
                <li>{loaderData.refund_days > 0 ? text.refund(loaderData.refund_days) : text.noRefund}</li>
              </ul>
            </Card>
          ) : null}
        </Choices>
      )}
    </Page>
  )
}

type ChoicesProps = {
  loaded: Route.ComponentProps["loaderData"]
  lastResult: SubmissionResult | null | undefined
  children: ReactNode
}

/** For whom and in which State. A change asks for the price anew; without scripts a button does. */
function Choices({ loaded, lastResult, children }: ChoicesProps) {
  const text = useTexts(checkoutTexts)
  const upi = useTexts(upiTexts)
  const language = useLanguage()
  const navigation = useNavigation()
  const submit = useSubmit()
  const { beneficiaries, viewer, price, batches, batch_id } = loaded
  const [form, fields] = useForm<z.infer<typeof Choice>>({
    id: "checkout",
    lastResult,
    defaultValue: { student_id: loaded.student_id, state: loaded.state },
  })
  const busy = navigation.formMethod === "POST"
  function askPrice({ currentTarget: { form } }: ChangeEvent<HTMLSelectElement>) {
    if (form) void submit(form, { method: "get", replace: true, preventScrollReset: true })
  }
  const states = Object.entries(STATES)
    .map(([value, names]) => ({ value, label: names[language] }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
  return (
    <Form method="post" id={form.id} className="grid gap-6">
      <FormError id={form.errorId} issues={form.errors} />
      <Card className="grid gap-5 sm:grid-cols-2">
        {beneficiaries.length > 1 ? (
          <Field label={text.forWhom} field={fields.student_id}>
            <SelectInput
              name="student_id"
              defaultValue={loaded.student_id ?? ""}
              onChange={askPrice}
              options={beneficiaries.map(({ student_id, first_name, enrolled }) => ({
                value: student_id,
                label: enrolled ? text.enrolledAlready(first_name) : first_name,
              }))}
            />
          </Field>
        ) : (
          <div className="grid content-start gap-1.5">
            <p className="text-sm font-semibold">{text.forWhom}</p>
            <p className="flex min-h-11 items-center">
              {beneficiaries[0]?.student_id === viewer.user_id ? text.you : beneficiaries[0]?.first_name}
            </p>
            <input type="hidden" name="student_id" value={beneficiaries[0]?.student_id} />
          </div>
        )}
        {batches.length > 0 ? (
          <Field label={text.batch} field={fields.batch_id} className="sm:order-last sm:col-span-2">
            <SelectInput
              name="batch_id"
              defaultValue={batch_id ?? batches[0]?.id}
              options={batches.map(({ id, label }) => ({ value: id, label }))}
            />
          </Field>
        ) : null}
        <Field label={text.state} field={fields.state} hint={text.stateHint}>
          <SelectInput
            name="state"
            required
            placeholder={text.chooseState}
            defaultValue={loaded.state ?? ""}
            onChange={askPrice}
            options={states}
          />
        </Field>
        <noscript>
          <Button type="submit" variant="secondary" formMethod="get" formNoValidate>
            {text.showPrice}
          </Button>
        </noscript>
      </Card>
      {children}
      {price ? (
        <div className="grid gap-4 sm:flex sm:flex-wrap sm:items-center">
          <Button type="submit" size="lg" busy={busy} busyLabel={text.opening}>
            {text.pay(price.total)}
          </Button>
          {loaded.upi_instead ? (
            <Button type="submit" name="way" value="upi" variant="link" busy={busy}>
              {upi.instead}
            </Button>
          ) : null}
        </div>
      ) : null}
    </Form>
  )
}

function NobodyToPayFor({ isStudent }: { isStudent: boolean }) {
  const text = useTexts(checkoutTexts)
  return isStudent ? (
    <EmptyState illustration="no-requests" title={text.guardianPays} text={text.guardianHow} />
  ) : (
    <EmptyState illustration="no-requests" title={text.nobody} text={text.nobodyText} />
  )
}
