import ExternalLink from "lucide-react/icons/external-link"
import PackageOpen from "lucide-react/icons/package-open"
import Shirt from "lucide-react/icons/shirt"
import type { ReactNode } from "react"
import policies from "#content/policies.json" with { type: "json" }
import { useBrand } from "#ui/brand.ts"
import { buttonClass } from "#ui/components/button.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { Price } from "#ui/components/price.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { kitTexts } from "./learning-kit.texts.ts"

/**
 * The uniform with its price and the way to order it: the academy's own shop, or the order form that is configured in
 * content/brand.json.
 */
export function UniformOffer({ hasShop }: { hasShop: boolean }) {
  const text = useTexts(kitTexts)
  const { orderFormUrl } = useBrand()
  const { pricePaise, kitPageDeliveryWorkingDays } = policies.uniform
  return (
    <Offer
      service="Fitness"
      icon={Shirt}
      {...text.uniform}
      paise={pricePaise}
      note={text.uniform.delivery(kitPageDeliveryWorkingDays)}
      outside={hasShop ? text.uniform.shop : text.uniform.outside}
    >
      <a
        href={hasShop ? "/shop" : orderFormUrl}
        rel="noopener"
        className={buttonClass({ size: "lg", className: "max-sm:w-full" })}
      >
        {text.uniform.order}
        {hasShop ? null : <ExternalLink size={18} aria-hidden />}
      </a>
    </Offer>
  )
}

/** The kits, which the office packs on request. */
export function KitOffer({ hasShop }: { hasShop: boolean }) {
  const text = useTexts(kitTexts)
  const language = useLanguage()
  const { pricePaise, contents, hi } = policies.welcomeKit
  const parts = language === "hi" ? hi.contents : contents
  return (
    <Offer
      service="Academics"
      icon={PackageOpen}
      {...text.kit}
      paise={pricePaise}
      note={text.kit.contents(new Intl.ListFormat(LANGUAGE_TAGS[language]).format(parts))}
    >
      <a
        href="/contact?topic=kit#contact"
        className={buttonClass({ size: "lg", variant: "secondary", className: "max-sm:w-full" })}
      >
        {text.kit.order}
      </a>
      {hasShop ? (
        <a href="/shop" className={linkClass}>
          {text.kit.shop}
        </a>
      ) : null}
    </Offer>
  )
}

interface OfferProps {
  service: string
  icon: typeof Shirt
  title: string
  text: string
  /** What the price is for. */
  price: string
  paise: number
  note: string
  outside: string
  children: ReactNode
}

function Offer({ service, icon: Icon, title, text, price, paise, note, outside, children }: OfferProps) {
  return (
    <section
      data-service={service}
      className="flex flex-col gap-6 rounded-panel border border-line bg-surface p-6 sm:p-9"
    >
      <div className="grid gap-3">
        <span className="grid size-13 place-items-center rounded-card bg-hue-tint text-hue-ink">
          <Icon size={26} strokeWidth={1.75} aria-hidden />
        </span>
        <h2 className="text-heading">{title}</h2>
        <p className="max-w-prose text-ink-muted">{text}</p>
      </div>
      <div className="mt-auto grid gap-1 border-t border-line pt-6">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Price paise={paise} className="text-title" /> <span className="text-ink-muted">{price}</span>
        </p>
        <p>{note}</p>
      </div>
      <div className="grid justify-items-start gap-2">
        {children}
        <p className="text-sm text-ink-muted">{outside}</p>
      </div>
    </section>
  )
}
