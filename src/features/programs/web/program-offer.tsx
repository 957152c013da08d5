import type { ReactNode } from "react"
import type { ProgramDetails } from "#contract/programs.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Price } from "#ui/price.tsx"
import { catalogueTexts } from "./catalogue.texts.ts"

interface ProgramOfferProps {
  program: ProgramDetails
  /** The button that enrols, and what stands below it. */
  enrol: ReactNode
  share: ReactNode
}

/** A program's picture, price and facts, with the way in. */
export function ProgramOffer({ program, enrol, share }: ProgramOfferProps) {
  const text = useTexts(catalogueTexts)
  const facts: [label: string, value: string][] = [
    [text.duration, text.durationName(program.duration)],
    [text.level, text.levelName(program.level)],
    [text.grade, text.gradeName(program.grade)],
    [text.curriculum, text.curriculumName(program.curriculum, program.curriculum)],
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
        className="aspect-[8/5] h-auto w-full bg-hue-tint object-cover"
      />
      <div className="grid gap-5 p-5 sm:p-6">
        <p className="grid gap-0.5">
          <Price paise={program.price_paise} className="text-3xl" />
          <span className="text-sm text-ink-muted">{text.oneTime}</span>
        </p>
        {enrol}
        <dl aria-label={text.facts} className="grid gap-2.5 border-t border-line pt-5 text-[0.9375rem]">
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
