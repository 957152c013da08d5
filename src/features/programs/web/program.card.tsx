import Clock from "lucide-react/icons/clock"
import Star from "lucide-react/icons/star"
import Users from "lucide-react/icons/users"
import type { ReactNode } from "react"
import type { Program } from "#contract/programs/programs.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Price } from "#ui/components/price.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { programPath } from "../paths.ts"
import { cardTexts } from "./texts/program-card.texts.ts"

/** The data of a program that its card shows. */
export type ProgramCardData = Omit<Program, "description" | "delivery"> & {
  /** When its next class starts, in the reader's words. */
  next_start?: string | null
  /** Whether a membership of the reader's ended, which is renewed at the checkout. */
  renews?: boolean
}

interface ProgramCardProps {
  program: ProgramCardData
  /**
   * The address that opens its details over a list that answers in place. A new tab, and browsers without scripts, open its
   * own page.
   */
  opensAt?: string
  /** True for cards on the first screen, whose pictures load at once. */
  eager?: boolean
  level?: 2 | 3
  /** The card's actions, given the id of its heading. */
  children?: (headingId: string) => ReactNode
}

/** A program in a grid. The heading is its link, which covers the whole card. */
export function ProgramCard({ program, opensAt, eager, level = 3, children }: ProgramCardProps) {
  const text = useTexts(cardTexts)
  const Heading = level === 2 ? "h2" : "h3"
  const headingId = `program-${program.slug}`
  return (
    <article
      data-service={program.service}
      className="group relative flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-hue"
    >
      <img
        src={program.image}
        alt={program.image_alt}
        width={640}
        height={400}
        loading={eager ? "eager" : "lazy"}
        decoding="async"
        className="aspect-[8/5] h-auto w-full bg-hue-tint object-cover"
      />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="flex flex-wrap gap-1.5">
          <Badge service={program.service}>{text.levelName(program.level)}</Badge>
          <Badge>
            {program.curriculum === "General" ? program.subject : program.curriculum} ·{" "}
            {text.gradeName(program.grade)}
          </Badge>
        </div>
        <div className="grid gap-0.5">
          <Heading id={headingId} className="text-[1.0625rem] leading-snug font-semibold tracking-tight">
            <Link
              to={programPath(program.slug)}
              data-opens={opensAt}
              className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {program.title}
            </Link>
          </Heading>
          <p className="text-sm text-ink-muted">{program.instructor}</p>
        </div>
        <ProgramFigures program={program} />
        {program.next_start ? (
          <p className="text-sm font-semibold text-hue-ink">{program.next_start}</p>
        ) : null}
        <div className="mt-auto flex items-end justify-between gap-3 border-t border-line pt-3">
          <p className="grid">
            <Price paise={program.price_paise} className="text-lg" />
            <span className="text-[0.8125rem] text-ink-muted">{text.oneTime}</span>
          </p>
          <div className="relative">{children?.(headingId)}</div>
        </div>
      </div>
    </article>
  )
}

/**
 * Duration, rating and students. The last two are marked as samples until there are real ones. Without
 * ratings no rating is shown.
 */
export function ProgramFigures({ program }: { program: ProgramCardData }) {
  const text = useTexts(cardTexts)
  return (
    <ul className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      <li className="flex items-center gap-1">
        <Clock size={14} aria-hidden />
        {text.durationName(program.duration)}
      </li>
      {program.rating > 0 ? (
        <li className="flex items-center gap-1">
          <Star size={14} className="fill-accent text-accent" aria-hidden />
          <span aria-hidden>{program.rating.toFixed(1)}</span>
          <span className="sr-only">{text.rated(program.rating)}</span>
        </li>
      ) : null}
      <li className="flex items-center gap-1">
        <Users size={14} aria-hidden />
        {text.students(program.students)}
      </li>
      {program.sample_figures ? (
        <li title={text.sampleNote} className="rounded-sm border border-line px-1.5 text-xs leading-5">
          {text.sample}
          <span className="sr-only">: {text.sampleNote}</span>
        </li>
      ) : null}
    </ul>
  )
}
