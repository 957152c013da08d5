import { Form } from "react-router"
import type { ShopItem } from "#contract/shop/goods.ts"
import type { Basket } from "#contract/shop/shop.ts"
import { isFamily } from "#shared/roles.ts"
import { loadNamed, pageRequest } from "#ui/api.ts"
import { brandOf } from "#ui/brand.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Illustration } from "#ui/components/illustration.tsx"
import { Price } from "#ui/components/price.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { useForm } from "#ui/forms/use-form.ts"
import { languageOf } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { FlashNotice } from "#ui/toast.tsx"
import { ownDocument } from "#ui/visitor/own-document.server.ts"
import { BASKET_PATH, SHOP_PATH } from "../paths.ts"
import type { Route } from "./+types/item.page.ts"
import { serveItem } from "./item.action.ts"
import { shopTexts } from "./shop.texts.ts"
import { WaysList } from "./ways.tsx"

export const handle = { static: true, own: true, inPlace: "members", translated: true }

export const middleware = [ownDocument]

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  page.keepSeconds = 0
  const { role } = page.viewer ?? {}
  const { item, ways } = await loadNamed(page.api.shop.item({ slug: params.slug.slice(0, 120) }))
  return {
    ...{ item, ways, zone: page.zone, isVisitor: role === undefined },
    basket: isFamily(role) ? await page.api.shop.basket() : null,
    chosen: url.searchParams.get("size"),
    student_id: url.searchParams.get("student_id"),
  }
}

export function action(args: Route.ActionArgs) {
  return serveItem(args, args.params.slug.slice(0, 120))
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const language = languageOf(matches)
  const item = loaderData?.item
  const title = `${item?.title[language] ?? shopTexts[language].title} · ${brandOf(matches).name}`
  const description = item?.summary[language] ?? shopTexts[language].lead
  return [
    { title },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:type", content: "website" },
  ]
}

/** One thing of the shop: its sizes, for whom it is, and the way into the basket. */
export default function ItemPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(shopTexts)
  const language = useLanguage()
  const { item, ways, zone, basket, isVisitor } = loaderData
  return (
    <Page>
      <FlashNotice flash={actionData?.toast} />
      <PageHeader back={{ to: SHOP_PATH, label: text.title }} title={item.title[language]} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-12">
        <div className="grid gap-6">
          <Illustration
            src={item.image}
            width={640}
            height={400}
            eager
            className="aspect-[8/5] h-auto w-full rounded-card border border-line bg-surface-sunken object-cover"
          />
          {item.summary[language] ? (
            <p className="max-w-prose text-lead text-ink-muted">{item.summary[language]}</p>
          ) : null}
        </div>
        <div className="grid gap-6">
          <Card>
            <div className="grid gap-5">
              <Price paise={item.price_paise} note={text.taxIncluded} className="text-title" />
              {basket || isVisitor ? (
                basket && !basket.asks_parent && basket.people.length === 0 ? (
                  <p>
                    {text.nobody}. {text.nobodyText}
                  </p>
                ) : (
                  <ChooseForm loaded={loaderData} lastResult={actionData?.form} />
                )
              ) : (
                <p>{text.staff}</p>
              )}
              {basket && basket.lines.length > 0 ? (
                <ButtonLink to={BASKET_PATH} variant="secondary">
                  {text.toBasket}
                </ButtonLink>
              ) : null}
            </div>
          </Card>
          <Card title={text.how}>
            <WaysList ways={ways} zone={zone} />
          </Card>
        </div>
      </div>
    </Page>
  )
}

type ChooseProps = {
  loaded: Route.ComponentProps["loaderData"]
  lastResult: NonNullable<Route.ComponentProps["actionData"]>["form"] | undefined
}

function ChooseForm({ loaded: { item, basket, chosen, student_id }, lastResult }: ChooseProps) {
  const text = useTexts(shopTexts)
  const [form, fields] = useForm<{ student_id: string; quantity: string; size_id: string }>({
    id: "choose",
    lastResult,
  })
  const most = Math.max(1, ...item.sizes.map(({ left }) => left))
  const isOut = item.sizes.every(({ left }) => left === 0)
  const people = basket?.people ?? []
  return (
    <Form method="post" id={form.id} className="grid gap-5">
      <FormError id={form.errorId} issues={form.errors} />
      <Sizes item={item} chosen={chosen ?? String(fields.size_id.initialValue ?? "")} />
      {people.length > 1 ? (
        <Field label={text.forWhom} field={fields.student_id}>
          <SelectInput
            name="student_id"
            required
            placeholder={text.chooseChild}
            defaultValue={student_id ?? fields.student_id.initialValue ?? ""}
            options={options(people)}
          />
        </Field>
      ) : null}
      {basket?.asks_parent ? (
        <p className="text-[0.9375rem]">{text.askHow}</p>
      ) : (
        <Field label={text.quantity} field={fields.quantity} className="max-w-32">
          <SelectInput
            name="quantity"
            defaultValue={fields.quantity.initialValue ?? "1"}
            options={Array.from({ length: most }, (_, at) => `${at + 1}`)}
          />
        </Field>
      )}
      <Button
        type="submit"
        name="intent"
        value={basket?.asks_parent ? "ask" : "add"}
        size="lg"
        disabled={isOut}
        busyLabel={basket?.asks_parent ? text.asking : text.adding}
      >
        {isOut ? text.soldOut : basket?.asks_parent ? text.askParent : text.add}
      </Button>
    </Form>
  )
}

function options(people: Basket["people"]) {
  return people.map(({ student_id, first_name }) => ({ value: student_id, label: first_name }))
}

/** The sizes as chips; an item of one size has none to choose. */
function Sizes({ item, chosen }: { item: ShopItem; chosen: string }) {
  const text = useTexts(shopTexts)
  const [only] = item.sizes
  if (item.sizes.length <= 1) {
    return (
      <>
        <input type="hidden" name="size_id" value={only?.id ?? ""} />
        {only ? <Left pieces={only.left} /> : null}
      </>
    )
  }
  const few = item.sizes.filter(({ left }) => left > 0 && left <= FEW)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">{text.size}</legend>
      <div className="flex flex-wrap gap-2">
        {item.sizes.map(({ id, label, left }) => (
          <label
            key={id}
            className="grid h-11 min-w-12 cursor-pointer place-items-center rounded-md border border-line-strong/60 bg-surface px-3 font-semibold tabular-nums has-checked:border-primary has-checked:bg-primary-tint has-checked:text-primary-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:bg-surface-sunken has-disabled:text-ink-muted has-disabled:line-through"
          >
            <input
              type="radio"
              name="size_id"
              value={id}
              required
              disabled={left === 0}
              defaultChecked={id === chosen && left > 0}
              aria-label={left === 0 ? text.sizeSoldOut(label) : label}
              className="sr-only"
            />
            <span aria-hidden>{label}</span>
          </label>
        ))}
      </div>
      {few.map(({ id, label, left }) => (
        <p key={id} className="text-sm text-ink-muted">
          {label}: {text.left(left)}
        </p>
      ))}
    </fieldset>
  )
}

/** So few pieces are worth saying. */
const FEW = 5

function Left({ pieces }: { pieces: number }) {
  const text = useTexts(shopTexts)
  if (pieces === 0 || pieces > FEW) return null
  return <p className="text-sm text-ink-muted">{text.left(pieces)}</p>
}
