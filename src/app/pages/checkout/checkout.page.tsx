import { data, redirect, redirectDocument } from "react-router"
import type { z } from "zod"
import { tellPrice, tellRefusal } from "#features/payments/bills/told-price.server.ts"
import { checkoutPath, orderPath, programPath } from "#features/programs/paths.ts"
import { pageRequest, redirectWithToast, requireViewer, serveForm } from "#ui/api.ts"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useFlash } from "#ui/toast.tsx"
import { tellBatches } from "../program/program-parts.server.tsx"
import type { Route } from "./+types/checkout.page.ts"
import { AskParentForm } from "./ask-parent-form.tsx"
import { checkoutTexts } from "./checkout.texts.ts"
import { AskParent, Choice } from "./checkout-forms.server.ts"
import { Choices } from "./choices.tsx"
import { PriceLines } from "./price-lines.tsx"
import { Refused } from "./refused.tsx"
import { SpendingChoice } from "./spending-choice.tsx"
import { Steps } from "./steps.tsx"
import { TermLines } from "./term-lines.tsx"
import { upiTexts } from "./upi.texts.ts"

const MINUTES_A_DAY = 1_440

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: checkoutTexts[languageOf(matches)].title }, { name: "robots", content: "noindex" }]
}

/** As much as there is. */
const ALL = 1_000_000_000
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
  const { student_id, state, batch_id, months, use_points, use_credit } = Asked.catch({}).parse(
    Object.fromEntries(url.searchParams),
  )
  const review = await page.api.payments.review({
    course_id,
    ...(student_id && { student_id }),
    ...(state && { state }),
    ...(months !== undefined && { months }),
    ...(use_points && { points: ALL }),
    ...(use_credit && { credit_paise: ALL }),
  })
  const batches = tellBatches(page, await page.api.classes.batches({ course_id }))
  const { price, refused, spendable, ...rest } = review
  // Who renews keeps the batch.
  const renews =
    review.asker?.valid_until ||
    review.beneficiaries.some((one) => one.student_id === review.student_id && one.valid_until)
  return data({
    ...rest,
    batches: (renews ? [] : batches)
      .filter(({ full }) => !full)
      .map(({ id, when, next }) => ({ id, label: `${when} · ${next}` })),
    isFull: batches.length > 0 && batches.every(({ full }) => full),
    batch_id: batches.find(({ id }) => id === batch_id)?.id,
    ...{ provider, upi_instead },
    zone: page.zone,
    viewer: { user_id: viewer.user_id, role: viewer.role },
    spending: {
      points: spendable.points,
      credit_paise: spendable.credit_paise,
      uses: { points: price?.points ?? 0, credit_paise: price?.credit_paise ?? 0 },
    },
    price: price && tellPrice(page.language, price, title),
    refused: tellRefusal(page.language, refused),
  })
}

export async function action(args: Route.ActionArgs) {
  const page = args.context.get(pageRequest)
  requireViewer(page, args.request)
  const { id: course_id } = await page.api.programs.get({ slug: args.params.slug })
  if ((await args.request.clone().formData()).has("ask_parent")) {
    return serveForm(args, AskParent, async ({ batch_id, months }, { api, language }) => {
      await api.payments.askParent({
        ...{ course_id },
        ...(batch_id && { batch_id }),
        ...(months && { months }),
      })
      const { asked: title, askedText: description } = checkoutTexts[language]
      return { tone: "success", title, description }
    })
  }
  return serveForm(args, Choice, async (choice, { api }) => {
    const { student_id, state, batch_id, months, way, points = 0, credit_paise = 0 } = choice
    // Without scripts a tick doesn't change the price: it is shown before anything is ordered at it.
    if (isTicked(choice.use_points, points) || isTicked(choice.use_credit, credit_paise))
      return redirect(`${checkoutPath(args.params.slug)}?${asQuery(choice)}`)
    const { order_number } = await api.payments.createOrder({
      ...{ course_id, state, points, credit_paise },
      ...(student_id && { student_id }),
      ...(batch_id && { batch_id }),
      ...(months && { months }),
      ...(way && { way }),
    })
    // A new document, whose policy lets the payment provider in.
    return redirectDocument(orderPath(order_number))
  })
}

/** Whether a tick was set or taken away after the price was shown. */
function isTicked(tick: "on" | undefined, shown: number): boolean {
  return (tick === "on") !== shown > 0
}

function asQuery({ points, credit_paise, way, ...choice }: z.infer<typeof Choice>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(choice).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  )
}

/** The first of three steps: every line and why, before anything is charged. */
export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(checkoutTexts)
  const upi = useTexts(upiTexts)
  const { course, beneficiaries, price, provider, refused, term } = loaderData
  useFlash(actionData?.toast)
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: programPath(course.slug), label: text.back }}
        title={loaderData.asker ? text.askParent : text.title}
        description={course.title}
      />
      {beneficiaries.length > 0 ? <Steps at={0} /> : null}
      {loaderData.asker ? (
        <AskParentForm loaded={loaderData} asker={loaderData.asker} />
      ) : beneficiaries.length === 0 ? (
        <EmptyState illustration="no-requests" title={text.nobody} text={text.nobodyText} />
      ) : (
        <Choices loaded={loaderData} lastResult={actionData?.form}>
          {price ? (
            <Card title={text.whatYouPay}>
              <SpendingChoice spending={loaderData.spending} />
              <PriceLines price={price} />
            </Card>
          ) : null}
          <Refused reasons={refused} />
          {price ? (
            <Card title={text.next}>
              <ul className="grid list-disc gap-1.5 pl-5 text-[0.9375rem]">
                {loaderData.isFull ? <li>{text.fullNow}</li> : null}
                {price.isPaid ? (
                  <li>{text.nothingToPay}</li>
                ) : (
                  <>
                    {provider === "trial" ? <li>{text.trial}</li> : null}
                    {provider === "upi" ? <li>{upi.byUpi}</li> : null}
                    <li>
                      {provider === "upi"
                        ? upi.keptDays(loaderData.hold_minutes / MINUTES_A_DAY)
                        : text.kept(loaderData.hold_minutes)}
                    </li>
                    <li>{provider === "upi" ? upi.approvedFirst : text.enrolledAtOnce}</li>
                  </>
                )}
                {term ? (
                  <TermLines term={term} />
                ) : (
                  <li>{loaderData.refund_days > 0 ? text.refund(loaderData.refund_days) : text.noRefund}</li>
                )}
              </ul>
            </Card>
          ) : null}
        </Choices>
      )}
    </Page>
  )
}
