import { Form, Link, redirect, useNavigation } from "react-router"
import { z } from "zod"
import { Id } from "#contract/base.ts"
import type { Basket } from "#contract/shop/shop.ts"
import { formatPaise } from "#shared/money.ts"
import { dashboardPath, pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { Illustration } from "#ui/components/illustration.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { languageOf } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import { itemPath, SHOP_CHECKOUT_PATH, SHOP_PATH } from "../paths.ts"
import type { Route } from "./+types/basket.page.ts"
import { nameOf } from "./item-name.ts"
import { shopTexts } from "./shop.texts.ts"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: shopTexts[languageOf(matches)].basket }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { role } = requireViewer(page, request)
  if (role !== "student" && role !== "guardian") throw redirect(dashboardPath(role))
  return page.api.shop.basket()
}

const Change = z.object({
  size_id: Id,
  student_id: Id,
  quantity: z.coerce.number().int().min(0).max(20),
})

/** Changes how many of a line are wanted; 0 takes it out. */
export function action(args: Route.ActionArgs) {
  requireViewer(args.context.get(pageRequest), args.request)
  return serveForm(args, Change, async (change, { api, language }) => {
    await api.shop.putInBasket(change)
    return { tone: "success", title: shopTexts[language].changed }
  })
}

/** What somebody means to buy, with what is wrong about a line beside it. */
export default function BasketPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(shopTexts)
  const { lines, total_paise } = loaderData
  const isWrong = lines.some(({ fault }) => fault !== null)
  useFlash(actionData?.toast)
  return (
    <Page width="reading">
      <PageHeader back={{ to: SHOP_PATH, label: text.title }} title={text.basket} />
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
      {lines.length === 0 ? (
        <EmptyState
          illustration="empty-basket"
          title={text.empty}
          text={text.emptyText}
          action={<ButtonLink to={SHOP_PATH}>{text.toShop}</ButtonLink>}
        />
      ) : (
        <>
          <Card flush>
            <ul>
              {lines.map((line) => (
                <Line key={line.id} line={line} />
              ))}
            </ul>
          </Card>
          <div className="grid justify-items-end gap-4">
            <p className="grid justify-items-end">
              <span className="text-xl font-semibold tabular-nums">
                {text.total}: {formatPaise(total_paise)}
              </span>
              <span className="text-sm text-ink-muted">{text.beforeDelivery}</span>
            </p>
            {isWrong ? (
              <p role="status" className="font-semibold text-danger">
                {text.fixFirst}
              </p>
            ) : (
              <ButtonLink to={SHOP_CHECKOUT_PATH} size="lg" className="max-sm:w-full">
                {text.checkAndPay}
              </ButtonLink>
            )}
          </div>
        </>
      )}
    </Page>
  )
}

function Line({ line }: { line: Basket["lines"][number] }) {
  const text = useTexts(shopTexts)
  const language = useLanguage()
  const navigation = useNavigation()
  const what = nameOf(language, line.title, line.size)
  const busy = navigation.formData?.get("line") === line.id
  const most = Math.max(line.left, line.quantity)
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-4 border-t border-line p-4 first:border-t-0 sm:grid-cols-[7rem_minmax(0,1fr)_auto] sm:p-5">
      <Illustration
        src={line.image}
        width={640}
        height={400}
        className="aspect-[8/5] h-auto w-full rounded-md bg-surface-sunken object-cover"
      />
      <div className="grid content-start gap-1">
        <Link to={itemPath(line.slug)} className="w-fit font-semibold underline-offset-4 hover:underline">
          {what}
        </Link>
        <p className="text-sm text-ink-muted">
          {text.forChild(line.student.first_name)} · {text.each(formatPaise(line.unit_paise))}
        </p>
        {line.fault ? <p className="text-sm font-semibold text-danger">{text.faults[line.fault]}</p> : null}
      </div>
      <div className="col-span-full flex flex-wrap items-end gap-3 sm:col-span-1 sm:justify-end">
        <Form method="post" className="flex items-end gap-2">
          <Hidden line={line} />
          <Field label={text.quantityOf(what)} hideLabel>
            <SelectInput
              key={line.quantity}
              name="quantity"
              defaultValue={line.quantity}
              options={Array.from({ length: most }, (_, at) => `${at + 1}`)}
              className="w-20"
            />
          </Field>
          <Button type="submit" variant="secondary" busy={busy} busyLabel={text.changing}>
            {text.change}
          </Button>
        </Form>
        <Form method="post">
          <Hidden line={line} />
          <Button
            type="submit"
            name="quantity"
            value="0"
            variant="ghost"
            busy={busy}
            aria-label={text.removeOf(what)}
          >
            {text.remove}
          </Button>
        </Form>
      </div>
    </li>
  )
}

/** Which line a form changes. */
function Hidden({ line }: { line: Basket["lines"][number] }) {
  return (
    <>
      <input type="hidden" name="line" value={line.id} />
      <input type="hidden" name="size_id" value={line.size_id} />
      <input type="hidden" name="student_id" value={line.student.student_id} />
    </>
  )
}
