import { Form } from "react-router"
import type { Basket } from "#contract/shop/shop.ts"
import { formatPaise } from "#shared/money.ts"
import { Button } from "#ui/components/button.tsx"
import { Illustration } from "#ui/components/illustration.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { BASKET_PATH, itemPath } from "../paths.ts"
import { nameOf } from "./item-name.ts"
import { shopTexts } from "./shop.texts.ts"

/** A line of a basket: how many, for whom, and what is wrong with it. Changing it leaves the page as it is. */
export function BasketLine({ line }: { line: Basket["lines"][number] }) {
  const text = useTexts(shopTexts)
  const language = useLanguage()
  const what = nameOf(language, line.title, line.size)
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
        <Form method="post" action={BASKET_PATH} data-stays className="flex items-end gap-2">
          <Hidden line={line} />
          <Field label={text.quantityOf(what)} hideLabel>
            <SelectInput
              name="quantity"
              defaultValue={line.quantity}
              options={Array.from({ length: most }, (_, at) => `${at + 1}`)}
              className="w-20"
            />
          </Field>
          <Button type="submit" variant="secondary" busyLabel={text.changing}>
            {text.change}
          </Button>
        </Form>
        <Form method="post" action={BASKET_PATH} data-stays>
          <Hidden line={line} />
          <Button type="submit" name="quantity" value="0" variant="ghost" aria-label={text.removeOf(what)}>
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
      <input type="hidden" name="size_id" value={line.size_id} />
      <input type="hidden" name="student_id" value={line.student.student_id} />
    </>
  )
}
