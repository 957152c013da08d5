import type { SubmissionResult } from "@conform-to/react"
import { Form } from "react-router"
import { WAYS } from "#contract/shop/codes.ts"
import { shopTexts } from "#features/shop/web/shop.texts.ts"
import { STATES } from "#shared/states.ts"
import { formatDateIn } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EndBar } from "#ui/components/end-bar.tsx"
import { Field, SelectInput, TextArea, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps, selectProps, textAreaProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { BusinessChoice } from "../checkout/business-choice.tsx"
import { checkoutTexts } from "../checkout/checkout.texts.ts"
import { PriceLines } from "../checkout/price-lines.tsx"
import { Refused } from "../checkout/refused.tsx"
import { upiTexts } from "../checkout/upi.texts.ts"
import type { Route } from "./+types/checkout.page.ts"

type Loaded = Route.ComponentProps["loaderData"]
type Values = Record<
  | "way"
  | "state"
  | "name"
  | "phone"
  | "address"
  | "pin"
  | "centre"
  | "gstin"
  | "business_name"
  | "business_address",
  string
>

/** What the price depends on, and whether it can be brought at all. */
const ASKS = "way state pin centre gstin"
/** A postal address doesn't belong in a page's address, which is logged. */
const KEEPS = "name phone address business_address"

/** How it reaches the buyer. A change asks for the price anew; without scripts a button does. */
export function DeliveryForm({
  loaded,
  lastResult,
}: {
  loaded: Loaded
  lastResult: SubmissionResult | null | undefined
}) {
  const text = useTexts(shopTexts)
  const shared = useTexts(checkoutTexts)
  const upi = useTexts(upiTexts)
  const language = useLanguage()
  const { ways, way, known, price, business } = loaded
  const [form, fields] = useForm<Values>({
    id: "delivery",
    lastResult,
    defaultValue: {
      ...known,
      pin: loaded.typed.pin ?? known.pin,
      centre: loaded.typed.centre ?? known.centre.split(":")[0],
      ...{ state: loaded.state, gstin: business.gstin },
      ...{ business_name: business.name, business_address: business.address },
    },
  })
  const date = (way && ways[way]?.promised_on) ?? ""
  const promised = formatDateIn(LANGUAGE_TAGS[language], date)
  const isDelivery = way === "delivery"
  return (
    <Form
      method="post"
      id={form.id}
      data-asks={ASKS}
      data-keeps={KEEPS}
      aria-busy={false}
      className="group/asks grid gap-6"
    >
      <FormError id={form.errorId} issues={form.errors} />
      <Card title={text.reach}>
        <div className="grid gap-5">
          <Ways loaded={loaded} />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={isDelivery ? text.name : text.namePickup} field={fields.name}>
              <TextInput {...inputProps(fields.name)} required maxLength={120} autoComplete="name" />
            </Field>
            <Field label={text.phone} field={fields.phone} hint={text.phoneHint}>
              <TextInput
                {...inputProps(fields.phone, { type: "tel" })}
                required
                maxLength={30}
                autoComplete="tel"
              />
            </Field>
            {isDelivery ? (
              <Address loaded={loaded} fields={fields} />
            ) : (
              <Field label={text.centre} field={fields.centre} className="sm:col-span-2">
                <SelectInput
                  {...selectProps(fields.centre)}
                  required
                  placeholder={text.chooseCentre}
                  options={(ways.pickup?.centres ?? []).map(({ name, address }) => ({
                    value: name,
                    label: `${name}: ${address}`,
                  }))}
                />
              </Field>
            )}
            <Field
              label={isDelivery ? text.state : text.statePickup}
              field={fields.state}
              hint={text.stateHint}
              className="sm:col-span-2"
            >
              <SelectInput
                {...selectProps(fields.state)}
                required
                placeholder={text.chooseState}
                options={Object.entries(STATES)
                  .map(([value, names]) => ({ value, label: names[language] }))
                  .sort((one, other) => one.label.localeCompare(other.label, language))}
              />
            </Field>
          </div>
          <noscript>
            <Button type="submit" variant="secondary" formMethod="get" formNoValidate>
              {text.showPrice}
            </Button>
          </noscript>
        </div>
      </Card>
      {loaded.state ? <BusinessChoice business={business} fields={fields} /> : null}
      {price ? (
        <Card title={shared.whatYouPay}>
          <PriceLines price={price} />
        </Card>
      ) : null}
      <Refused reasons={loaded.refused} />
      <Card title={isDelivery ? text.promisedDelivery(promised) : text.promisedPickup(promised)}>
        <ul className="grid list-disc gap-1.5 pl-5 text-[0.9375rem]">
          <li>{text.workingDays(loaded.zone)}</li>
          {loaded.provider === "trial" ? <li>{shared.trial}</li> : null}
          <li>
            {loaded.provider === "upi"
              ? text.keptByUpi(loaded.hold_minutes)
              : text.keptMinutes(loaded.hold_minutes)}
          </li>
          <li>{isDelivery ? text.told : text.toldPickup}</li>
          <li>{text.returnsText(ways.return_days)}</li>
        </ul>
      </Card>
      {price && loaded.faulty.length === 0 ? (
        <EndBar asks className="grid gap-4 sm:flex sm:flex-wrap sm:items-center">
          <Button type="submit" size="lg" busyLabel={shared.opening}>
            {shared.pay(price.total)}
          </Button>
          {loaded.upi_instead ? (
            <Button type="submit" name="pay_by" value="upi" variant="link">
              {upi.instead}
            </Button>
          ) : null}
        </EndBar>
      ) : null}
    </Form>
  )
}

function Ways({ loaded: { ways, way } }: { loaded: Loaded }) {
  const text = useTexts(shopTexts)
  const offered = WAYS.filter((one) => ways[one])
  if (offered.length === 1) {
    return (
      <p className="font-semibold">
        {way ? text[way] : null}
        <input type="hidden" name="way" value={way ?? ""} />
      </p>
    )
  }
  return (
    <fieldset>
      <legend className="sr-only">{text.reach}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {offered.map((one) => (
          <label
            key={one}
            className="flex min-h-14 cursor-pointer items-center gap-3 rounded-md border border-line-strong/60 px-4 font-semibold has-checked:border-primary has-checked:bg-primary-tint"
          >
            <input
              type="radio"
              name="way"
              value={one}
              defaultChecked={one === way}
              className="size-5 shrink-0 accent-primary"
            />
            {text[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type AddressProps = {
  loaded: Loaded
  fields: ReturnType<typeof useForm<Values>>[1]
}

function Address({ loaded, fields }: AddressProps) {
  const text = useTexts(shopTexts)
  const outside = loaded.ways.pickup ? text.outsidePickup : text.outside
  return (
    <>
      <Field label={text.address} field={fields.address} hint={text.addressHint} className="sm:col-span-2">
        <TextArea
          {...textAreaProps(fields.address)}
          required
          rows={3}
          maxLength={500}
          autoComplete="street-address"
        />
      </Field>
      <Field
        label={text.pin}
        field={fields.pin}
        hint={text.pinHint}
        errors={fields.pin.errors ?? (loaded.outside ? outside : null)}
      >
        <TextInput
          {...inputProps(fields.pin)}
          required
          inputMode="numeric"
          maxLength={20}
          autoComplete="postal-code"
        />
      </Field>
    </>
  )
}
