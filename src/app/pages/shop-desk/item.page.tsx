import { data, Form, useNavigation } from "react-router"
import { z } from "zod"
import { GOODS_SUPPLIES } from "#contract/shop/codes.ts"
import { Hsn, type ShelfItem } from "#contract/shop/desk.ts"
import { AdminPage, adminMeta, adminRequest, pressed } from "#features/admin/web/admin-page.tsx"
import { SHELF_PATH, shelfItemPath } from "#features/shop/paths.ts"
import { PICTURES } from "#features/shop/server/pictures.ts"
import { newId } from "#shared/ids.ts"
import { redirectWithToast, serveForm } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EndBar } from "#ui/components/end-bar.tsx"
import { ChipBox } from "#ui/forms/chip-box.tsx"
import { Checkbox, Field, SelectInput, TextArea, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { checkboxProps, inputProps, textAreaProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/item.page.ts"
import { shopDeskTexts } from "./desk.texts.ts"

export const handle = { translated: true }

const NEW = "new"

export async function loader(args: Route.LoaderArgs) {
  const page = adminRequest(args)
  const { itemId } = args.params
  if (itemId === NEW) return { item: null, id: newId(), pictures: PICTURES }
  const item = (await page.api.shopDesk.items()).find(({ id }) => id === itemId)
  if (!item) throw data(null, { status: 404 })
  return { item, id: item.id, pictures: PICTURES }
}

const Saved = z.object({
  item_id: z.uuid(),
  title: z.string("Fill this in").max(120),
  title_hi: z.string("Fill this in").max(120),
  summary: z.string().max(600).default(""),
  summary_hi: z.string().max(600).default(""),
  image: z.string("Choose a picture").max(200),
  supplies: z.array(z.enum(GOODS_SUPPLIES)).min(1, "Choose at least one"),
  hsn: Hsn.optional(),
  price_rupees: z.coerce.number("Enter rupees, such as 4999 or 4999.50").min(0).max(1_00_000).optional(),
  offered: z.boolean().default(false),
  sizes: z
    .string()
    .max(400)
    .default("")
    .transform((typed) =>
      typed
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean),
    ),
})
const Stock = z.object({
  size_id: z.uuid(),
  shown: z.coerce.number().int(),
  free: z.coerce.number("Give a whole number").int("Give a whole number").min(0).max(100_000),
})

/** Saves the item, or how many pieces of a size are free. */
export async function action(args: Route.ActionArgs) {
  adminRequest(args)
  if ((await pressed(args.request)) === "stock") {
    return serveForm(args, Stock, async (asked, { api, language }) => {
      const { id } = await api.shopDesk.moveStock(asked)
      return redirectWithToast(shelfItemPath(id), {
        tone: "success",
        title: shopDeskTexts[language].stockSaved,
      })
    })
  }
  return serveForm(args, Saved, async (saved, { api, language }) => {
    const { id } = await api.shopDesk.saveItem(saved)
    return redirectWithToast(shelfItemPath(id), { tone: "success", title: shopDeskTexts[language].saved })
  })
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, shopDeskTexts[languageOf(matches)].itemsTitle)
}

/** A thing of the shop: how it is described, what it costs, and how many there are. */
export default function ShelfItemPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(shopDeskTexts)
  const { item } = loaderData
  const isStock = actionData?.form?.initialValue?.intent === "stock"
  return (
    <AdminPage
      title={item?.title ?? text.newItem}
      back={{ to: SHELF_PATH, label: text.itemsTitle }}
      flash={actionData?.toast}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <ItemForm loaded={loaderData} lastResult={isStock ? null : actionData?.form} />
        {item ? <StockCard item={item} lastResult={isStock ? actionData?.form : null} /> : null}
      </div>
    </AdminPage>
  )
}

type LastResult = NonNullable<Route.ComponentProps["actionData"]>["form"] | undefined
type FormProps = { loaded: Route.ComponentProps["loaderData"]; lastResult: LastResult }

function ItemForm({ loaded: { item, id, pictures }, lastResult }: FormProps) {
  const text = useTexts(shopDeskTexts)
  const busy = useNavigation().formMethod === "POST"
  const [form, fields] = useForm<
    Record<
      | "title"
      | "title_hi"
      | "summary"
      | "summary_hi"
      | "image"
      | "supplies"
      | "hsn"
      | "price_rupees"
      | "offered"
      | "sizes",
      string
    >
  >({
    id: "item",
    lastResult,
    defaultValue: {
      ...item,
      price_rupees: item?.price_paise ? item.price_paise / 100 : null,
      sizes: item?.sizes
        .map(({ label }) => label)
        .filter(Boolean)
        .join(", "),
    },
  })
  const chosen = [fields.supplies.initialValue ?? []].flat()
  const nameOf = (path: string) => path.split("/").at(-1)?.replace(".svg", "").replaceAll("-", " ") ?? path
  const isOfShop = (path: string) => path.startsWith("/images/shop/")
  return (
    <Form method="post" id={form.id} className="grid gap-6" noValidate>
      <FormError id={form.errorId} issues={form.errors} />
      <input type="hidden" name="item_id" value={id} />
      <Card>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={text.english} field={fields.title}>
            <TextInput {...inputProps(fields.title)} required maxLength={120} />
          </Field>
          <Field label={text.hindi} field={fields.title_hi}>
            <TextInput {...inputProps(fields.title_hi)} required maxLength={120} lang="hi" />
          </Field>
          <Field label={text.summary} field={fields.summary} optional>
            <TextArea {...textAreaProps(fields.summary)} rows={3} maxLength={600} />
          </Field>
          <Field label={text.summaryHindi} field={fields.summary_hi} optional>
            <TextArea {...textAreaProps(fields.summary_hi)} rows={3} maxLength={600} lang="hi" />
          </Field>
          <Field label={text.picture} field={fields.image}>
            <SelectInput name="image" required defaultValue={fields.image.initialValue ?? pictures[0]}>
              {([true, false] as const).map((ofShop) => (
                <optgroup key={`${ofShop}`} label={ofShop ? text.pictures.shop : text.pictures.programs}>
                  {pictures
                    .filter((path) => isOfShop(path) === ofShop)
                    .map((path) => (
                      <option key={path} value={path}>
                        {nameOf(path)}
                      </option>
                    ))}
                </optgroup>
              ))}
            </SelectInput>
          </Field>
          <Field label={text.price} field={fields.price_rupees} optional>
            <TextInput
              {...inputProps(fields.price_rupees, { type: "number" })}
              min={0}
              step="0.01"
              inputMode="decimal"
            />
          </Field>
          <Field
            label={text.sizes}
            hint={text.sizesHint}
            field={fields.sizes}
            optional
            className="sm:col-span-2"
          >
            <TextInput {...inputProps(fields.sizes)} maxLength={400} autoComplete="off" />
          </Field>
          <fieldset className="grid gap-2 sm:col-span-2">
            <legend className="mb-2 text-sm font-semibold">{text.supplies}</legend>
            <div className="flex flex-wrap gap-2">
              {GOODS_SUPPLIES.map((supply) => (
                <ChipBox
                  key={supply}
                  name="supplies"
                  value={supply}
                  defaultChecked={chosen.includes(supply)}
                  label={text.supplyNames[supply]}
                />
              ))}
            </div>
            <p className="text-sm text-ink-muted">{text.suppliesHint}</p>
            {fields.supplies.errors ? (
              <p className="text-sm font-medium text-danger">{fields.supplies.errors[0]}</p>
            ) : null}
          </fieldset>
          <Field label={text.hsn} hint={text.hsnHint} field={fields.hsn} optional className="sm:col-span-2">
            <TextInput {...inputProps(fields.hsn)} maxLength={8} inputMode="numeric" autoComplete="off" />
          </Field>
          <Checkbox
            {...checkboxProps(fields.offered)}
            field={fields.offered}
            label={<span className="font-semibold">{text.offered}</span>}
          />
        </div>
      </Card>
      <EndBar>
        <Button type="submit" name="intent" value="save" busy={busy} busyLabel={text.saving}>
          {text.save}
        </Button>
      </EndBar>
    </Form>
  )
}

function StockCard({ item, lastResult }: { item: ShelfItem; lastResult: LastResult }) {
  const text = useTexts(shopDeskTexts)
  return (
    <Card title={text.stock} description={text.stockText}>
      <ul className="grid gap-4">
        {item.sizes.map((size) => (
          <li key={size.id}>
            <StockForm size={size} lastResult={lastResult} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type StockProps = { size: ShelfItem["sizes"][number]; lastResult: LastResult }

function StockForm({ size, lastResult }: StockProps) {
  const text = useTexts(shopDeskTexts)
  const busy = useNavigation().formData?.get("size_id") === size.id
  const mine = lastResult?.initialValue?.size_id === size.id
  const [form, fields] = useForm<{ free: string }>({
    id: `stock-${size.id}`,
    lastResult: mine ? lastResult : null,
    defaultValue: { free: size.free },
  })
  return (
    <Form method="post" id={form.id} className="grid gap-1.5">
      <FormError id={form.errorId} issues={form.errors} />
      <input type="hidden" name="size_id" value={size.id} />
      <input type="hidden" name="shown" value={size.free} />
      <div className="flex items-end gap-2">
        <Field
          label={size.label ? text.stockOf(size.label) : text.stockOne}
          field={fields.free}
          className="flex-1"
        >
          <TextInput
            key={size.free}
            {...inputProps(fields.free, { type: "number" })}
            required
            min={0}
            max={100_000}
            inputMode="numeric"
          />
        </Field>
        <Button
          type="submit"
          name="intent"
          value="stock"
          variant="secondary"
          busy={busy}
          busyLabel={text.saving}
        >
          {text.setStock}
        </Button>
      </div>
      {size.held > 0 ? <p className="text-sm text-ink-muted">{text.held(size.held)}</p> : null}
    </Form>
  )
}
