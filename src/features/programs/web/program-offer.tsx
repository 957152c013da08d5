import type { ReactNode } from "react"
import type { ProgramDetails } from "#contract/programs/programs.ts"
import { formatPaise } from "#shared/money.ts"
import { linkClass } from "#ui/components/link-class.ts"
import { Price } from "#ui/components/price.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { checkoutPath } from "../paths.ts"
import { programTexts } from "./texts/program.texts.ts"
import { cardTexts } from "./texts/program-card.texts.ts"

interface ProgramOfferProps {
  program: ProgramDetails
  /** The next batch in the reader's words; null without batches. */
  next?: { when: string; next: string; seats: string } | null
  /** Whether it is sold by the month as well. */
  sellsMemberships?: boolean
  /** The button that enrols, and what is shown below it. */
  enrol: ReactNode
  share: ReactNode
}

/** A program's picture, price and facts, with the button to enrol. */
export function ProgramOffer({ program, next, sellsMemberships, enrol, share }: ProgramOfferProps) {
  const text = useTexts(programTexts)
  const names = useTexts(cardTexts)
  const facts: [label: string, value: string][] = [
    [text.duration, names.durationName(program.duration)],
    [text.level, names.levelName(program.level)],
    [text.grade, names.gradeName(program.grade)],
    [text.curriculum, names.curriculumName(program.curriculum, program.curriculum)],
    [text.delivery, text.deliveries[program.delivery].title],
  ]
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <img
        src={program.image}
        alt={program.image_alt}
        width={640}
        height={400}
        fetchPriority="high"
        className="aspect-[8/5] h-auto w-full bg-hue-tint object-cover sm:max-lg:aspect-[3/1]"
      />
      <div className="grid gap-5 p-5 sm:p-6">
        <p className="grid gap-0.5">
          <Price paise={program.price_paise} className="text-3xl" />
          <span className="text-sm text-ink-muted">{names.oneTime}</span>
        </p>
        {sellsMemberships && program.monthly_fee_paise !== null ? (
          <p className="text-[0.9375rem]">
            {text.membership.or(formatPaise(program.monthly_fee_paise))}{" "}
            <a href={`${checkoutPath(program.slug)}?months=1`} className={linkClass}>
              {text.membership.see}
            </a>
          </p>
        ) : null}
        {next ? (
          <a
            href="#batches"
            className="grid gap-0.5 rounded-md bg-hue-tint p-3 text-[0.9375rem] text-hue-ink"
          >
            <span className="font-semibold">{next.when}</span>
            <span>
              {next.next} · {next.seats}
            </span>
          </a>
        ) : null}
        {enrol}
        {/* On a phone the badges above say it, and the dates come sooner. */}
        <dl
          aria-label={text.facts}
          className="grid gap-2.5 border-t border-line pt-5 text-[0.9375rem] max-sm:hidden"
        >
          {facts.map(([label, value]) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="text-right font-medium">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="border-t border-line pt-4">{share}</div>
      </div>
    </div>
  )
}
