import Truck from "lucide-react/icons/truck"
import Undo2 from "lucide-react/icons/undo-2"
import Warehouse from "lucide-react/icons/warehouse"
import type { ReactNode } from "react"
import type { Ways } from "#contract/shop/shop.ts"
import { formatPaise } from "#shared/money.ts"
import { formatDateIn } from "#shared/time.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { shopTexts } from "./shop.texts.ts"

/** How goods reach their buyers, by when, and what if they don't fit. */
export function WaysList({ ways, zone }: { ways: Ways; zone: string }) {
  const text = useTexts(shopTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { delivery, pickup, return_days } = ways
  const list = (names: string[]) => new Intl.ListFormat(tag).format(names)
  return (
    <div className="grid gap-5">
      {delivery ? (
        <Way icon={<Truck size={20} aria-hidden />} title={text.delivery}>
          <p>{text.deliveryBy(delivery.working_days, formatDateIn(tag, delivery.promised_on))}</p>
          <p className="text-ink-muted">
            {delivery.fee_paise > 0 ? text.fee(formatPaise(delivery.fee_paise)) : text.free}{" "}
            {text.area(list(delivery.pins))}
          </p>
        </Way>
      ) : null}
      {pickup ? (
        <Way icon={<Warehouse size={20} aria-hidden />} title={text.pickup}>
          <p>{text.pickupBy(pickup.working_days, formatDateIn(tag, pickup.promised_on))}</p>
          <p className="text-ink-muted">{list(pickup.centres.map(({ name }) => name))}</p>
        </Way>
      ) : null}
      <Way icon={<Undo2 size={20} aria-hidden />} title={text.returns}>
        <p>{text.returnsText(return_days)}</p>
      </Way>
      {delivery || pickup ? <p className="text-sm text-ink-muted">{text.workingDays(zone)}</p> : null}
    </div>
  )
}

function Way({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-[0.9375rem]">
      <span className="mt-0.5 text-primary-text">{icon}</span>
      <div className="grid gap-1">
        <h3 className="font-semibold">{title}</h3>
        {children}
      </div>
    </section>
  )
}
