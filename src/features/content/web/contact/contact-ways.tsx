import Clock from "lucide-react/icons/clock"
import Mail from "lucide-react/icons/mail"
import MapPin from "lucide-react/icons/map-pin"
import Phone from "lucide-react/icons/phone"
import type { ReactNode } from "react"
import policies from "#content/policies.json" with { type: "json" }
import { useBrand } from "#ui/brand.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { policyWords } from "../legal/policy-words.ts"
import { contactTexts } from "./contact.texts.ts"

const linkClass =
  "inline-flex min-h-9 items-center text-lg font-semibold break-all underline-offset-4 hover:underline"

/** Phone, e-mail, address and hours. */
export function ContactWays() {
  const text = useTexts(contactTexts)
  const { hourOf, spanOf } = policyWords[useLanguage()]
  const brand = useBrand()
  const { location } = brand
  const { opensAt, closesAt, callBackMinMinutes, callBackMaxMinutes } = policies.support
  return (
    <section className="grid content-start gap-2 lg:pt-8">
      <h2 className="text-heading">{text.reach}</h2>
      <dl className="divide-y divide-line">
        <Way icon={Phone} label={text.call}>
          <a href={`tel:${brand.contactPhone}`} className={linkClass}>
            {brand.contactPhoneDisplay}
          </a>
        </Way>
        <Way icon={Mail} label={text.write}>
          <a href={`mailto:${brand.contactEmail}`} className={linkClass}>
            {brand.contactEmail}
          </a>
        </Way>
        <Way icon={Clock} label={text.hours}>
          <p className="text-lg font-semibold">{text.hoursText(hourOf(opensAt), hourOf(closesAt))}</p>
          <p className="mt-1 text-[0.9375rem] text-ink-muted">
            {text.callBack(spanOf(callBackMinMinutes), spanOf(callBackMaxMinutes))}
          </p>
        </Way>
        <Way icon={MapPin} label={text.visit}>
          <address className="text-lg not-italic">
            {location.line}
            <br />
            {location.city} {location.postalCode}
            <br />
            {location.state}, {location.country}
          </address>
        </Way>
      </dl>
    </section>
  )
}

function Way({ icon: Icon, label, children }: { icon: typeof Mail; label: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 py-5">
      <dt className="shrink-0">
        <span className="grid size-11 place-items-center rounded-full bg-primary-tint text-primary-text">
          <Icon size={20} aria-hidden />
        </span>
        <span className="sr-only">{label}</span>
      </dt>
      <dd className="min-w-0 self-center">{children}</dd>
    </div>
  )
}
