import Clock from "lucide-react/icons/clock"
import Star from "lucide-react/icons/star"
import Users from "lucide-react/icons/users"
import type { MouseEvent, ReactNode } from "react"
import { Link, useNavigate } from "react-router"
import type { Program } from "#contract/programs.ts"
import { Badge } from "#ui/badge.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Price } from "#ui/price.tsx"
import { programPath } from "../paths.ts"
import { catalogueTexts } from "./catalogue.texts.ts"

/** What a card shows of a program. */
export type ProgramCardData = Omit<Program, "description" | "delivery">

interface ProgramCardProps {
  program: ProgramCardData
  /** Where its details open over the list; a new tab, and a browser without scripts, go to its own page. */
  opensAt?: string
  /** Called when somebody reaches for the program, by pointer or keyboard. */
  onReach?: () => void
  /** True for cards of the first screenful, whose pictures load at once. */
  eager?: boolean
  level?: 2 | 3
  /** What can be done with it, given the id of its heading. */
  children?: (headingId: string) => ReactNode
}

/** A program in a grid. The heading is its link, stretched over the whole card. */
export function ProgramCard({ program, opensAt, onReach, eager, level = 3, children }: ProgramCardProps) {
  const text = useTexts(catalogueTexts)
  const navigate = useNavigate()
  function openHere(event: MouseEvent) {
    if (!opensAt || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(opensAt, { preventScrollReset: true })
  }
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
              onClick={openHere}
              onPointerEnter={onReach}
              onFocus={onReach}
              className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {program.title}
            </Link>
          </Heading>
          <p className="text-sm text-ink-muted">{program.instructor}</p>
        </div>
        <ProgramFigures program={program} />
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

/** Duration, rating and students; the last two marked as sample until real ones have come. */
export function ProgramFigures({ program }: { program: ProgramCardData }) {
  const text = useTexts(catalogueTexts)
  return (
    <ul className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      <li className="flex items-center gap-1">
        <Clock size={14} aria-hidden />
        {text.durationName(program.duration)}
      </li>
      <li className="flex items-center gap-1">
        <Star size={14} className="fill-accent text-accent" aria-hidden />
        <span aria-hidden>{program.rating.toFixed(1)}</span>
        <span className="sr-only">{text.rated(program.rating)}</span>
      </li>
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
