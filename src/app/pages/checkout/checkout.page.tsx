import { data, redirect, redirectDocument } from "react-router"
import type { z } from "zod"
import { tellPrice, tellRefusal } from "#features/payments/bills/told-price.server.ts"
import { checkoutPath, orderPath, programPath } from "#features/programs/paths.ts"
import { isFamily } from "#shared/roles.ts"
import { pageRequest, redirectWithToast, requireViewer, serveForm } from "#ui/api.ts"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { languageOf } from "#ui/language.ts"
import { fieldTextIn } from "#ui/messages/in-language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { ownDocument } from "#ui/visitor/own-document.server.ts"
import { partsTexts } from "../program/program-parts.texts.ts"
import { tellBatches } from "../program/told-batches.server.ts"
import type { Route } from "./+types/checkout.page.ts"
import { AskParentForm } from "./ask-parent-form.tsx"
import { changeTexts, tellChange } from "./change/change.texts.ts"
import { ChangeCard } from "./change/change-card.tsx"
import { checkoutTexts } from "./checkout.texts.ts"
import { AskParent, Choice } from "./checkout-forms.server.ts"
import { Choices } from "./choices.tsx"
import { NextCards } from "./next-cards.tsx"
import { PriceLines } from "./price-lines.tsx"
import { Refused } from "./refused.tsx"
import { SpendingChoice } from "./spending-choice.tsx"
import { Steps } from "./steps.tsx"

/** Without React: a parent on a cheap phone pays sooner, and what changes is the server's answer alone. */
export const handle = { static: true, own: true, inPlace: true, translated: true }

export const middleware = [ownDocument]

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
  const {
    id: course_id,
    title,
    slug,
    price_paise,
    delivery,
  } = await page.api.programs.get({ slug: params.slug })
  const { provider, upi_instead } = await page.api.payments.options()
  if (!provider || price_paise === 0) throw redirect(programPath(slug))
  if (!isFamily(viewer.role)) {
    const { staffTitle, staffText: description } = text
    throw redirectWithToast(programPath(slug), { tone: "info", title: staffTitle, description })
  }
  const { student_id, state, batch_id, months, use_points, use_credit, pickup_days, ...asked } = Asked.catch(
    {},
  ).parse({
    ...Object.fromEntries(url.searchParams),
    pickup_days: url.searchParams.getAll("pickup_days"),
  })
  const { pickup_per_week, gstin, business_name, business_address, changes } = asked
  const review = await page.api.payments.review({
    course_id,
    ...(student_id && { student_id }),
    ...(state && { state }),
    ...(months !== undefined && { months }),
    ...(pickup_per_week !== undefined && { pickup_per_week }),
    ...(changes && { changes }),
    ...(gstin !== undefined && { gstin, business_name, business_address }),
    ...(use_points && { points: ALL }),
    ...(use_credit && { credit_paise: ALL }),
  })
  const { price, refused, spendable, business, batch_choice, ...rest } = review
  const coming = await page.api.classes.batches({ course_id })
  const batches = tellBatches(
    page,
    coming.filter(({ last_date }) => !batch_choice?.after || last_date > batch_choice.after),
  )
  return data({
    ...rest,
    batches: (batch_choice ? batches : [])
      .filter(({ full }) => !full)
      .map(({ id, when, next }) => ({ id, label: `${when} · ${next}` })),
    isFull: batch_choice !== null && batches.length > 0 && batches.every(({ full }) => full),
    batch_id:
      [batch_id, batch_choice?.current].find((one) => batches.some(({ id }) => id === one)) ?? undefined,
    pickup_days: pickup_days?.length ? pickup_days : (review.pickup?.days ?? []),
    business: { ...business, fault: business.fault && fieldTextIn(page.language, business.fault) },
    ...{ provider, upi_instead },
    included: partsTexts[page.language].includedBy[delivery],
    zone: page.zone,
    viewer: { user_id: viewer.user_id, role: viewer.role },
    spending: {
      points: spendable.points,
      credit_paise: spendable.credit_paise,
      uses: { points: price?.points ?? 0, credit_paise: price?.credit_paise ?? 0 },
    },
    price: price && tellPrice(page.language, price, title),
    refused: tellRefusal(page.language, refused),
    change: review.change && tellChange(page.language, review.change),
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
    const { student_id, state, batch_id, months, way, points = 0, credit_paise = 0, ...more } = choice
    const { pickup_per_week, pickup_days, pickup_address, changes, unused_paise } = more
    const { gstin, business_name, business_address } = more
    // Without scripts a tick doesn't change the price: it is shown before anything is ordered at it.
    if (isTicked(choice.use_points, points) || isTicked(choice.use_credit, credit_paise))
      return redirect(`${checkoutPath(args.params.slug)}?${asQuery(choice)}`)
    const { order_number } = await api.payments.createOrder({
      ...{ course_id, state, points, credit_paise },
      ...(student_id && { student_id }),
      ...(batch_id && { batch_id }),
      ...(months && { months }),
      ...(way && { way }),
      ...(pickup_per_week && { pickup_per_week, pickup_days: pickup_days ?? [], pickup_address }),
      ...(gstin && { gstin, business_name, business_address }),
      ...(changes && { changes, unused_paise }),
    })
    // A new document, whose policy lets the payment provider in.
    return redirectDocument(orderPath(order_number))
  })
}

/** Whether a tick was set or taken away after the price was shown. */
function isTicked(tick: "on" | undefined, shown: number): boolean {
  return (tick === "on") !== shown > 0
}

/** An address isn't for addresses of pages, which are logged. */
function asQuery({ points, credit_paise, way, pickup_address, ...choice }: z.infer<typeof Choice>) {
  return new URLSearchParams(
    Object.entries(choice).flatMap(([key, value]) =>
      [value ?? []].flat().map((one): [string, string] => [key, String(one)]),
    ),
  )
}

/** The first of three steps: every line and why, before anything is charged. */
export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(checkoutTexts)
  const changes = useTexts(changeTexts)
  const { course, beneficiaries, price, refused } = loaderData
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: programPath(course.slug), label: text.back }}
        title={loaderData.asker ? text.askParent : loaderData.change ? changes.title : text.title}
        description={course.title}
      />
      {beneficiaries.length > 0 ? <Steps at={0} /> : null}
      {loaderData.asker ? (
        <AskParentForm loaded={loaderData} asker={loaderData.asker} lastResult={actionData?.form} />
      ) : beneficiaries.length === 0 ? (
        <EmptyState illustration="no-requests" title={text.nobody} text={text.nobodyText} />
      ) : (
        <Choices loaded={loaderData} lastResult={actionData?.form}>
          {loaderData.change ? <ChangeCard change={loaderData.change} /> : null}
          {price ? (
            <Card title={text.whatYouPay}>
              <SpendingChoice spending={loaderData.spending} />
              <PriceLines price={price} />
            </Card>
          ) : null}
          <Refused reasons={refused} title={loaderData.change ? changes.choose : undefined} />
          {price ? <NextCards loaded={loaderData} isPaid={price.isPaid} /> : null}
        </Choices>
      )}
    </Page>
  )
}
