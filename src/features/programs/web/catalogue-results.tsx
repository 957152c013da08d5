import X from "lucide-react/icons/x"
import { ButtonLink, buttonClass } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import {
  addressOf,
  type Choices,
  type FilterName,
  type Filters,
  noFilters,
  type Part,
} from "./catalogue-address.ts"
import { EnrolButton } from "./enrol-button.tsx"
import { type Enrollable, isEnrollable } from "./may-enrol.ts"
import { ProgramCard, type ProgramCardData } from "./program.card.tsx"
import { catalogueTexts } from "./texts/catalogue.texts.ts"
import type { CardText } from "./texts/program-card.text.ts"
import { cardTexts } from "./texts/program-card.texts.ts"

/** The shown part of the catalogue, as the loader returns it. */
export interface ProgramsPage {
  items: ProgramCardData[]
  near: ProgramCardData[]
  /** The address of the same part with more programs; null at the end. */
  more: string | null
}

interface ResultsProps {
  filters: Filters
  /** The part of the list in the address, which links keep. */
  part: Part
  enrollable: Enrollable
}

/** The programs shown, a link to more of them, and near matches. */
export function Programs({ page, ...results }: ResultsProps & { page: ProgramsPage }) {
  const text = useTexts(catalogueTexts)
  return (
    <>
      {page.items.length > 0 ? <ProgramGrid programs={page.items} eager {...results} /> : null}
      {page.more ? <MorePrograms to={page.more} last={page.items.at(-1)} /> : null}
      {page.near.length > 0 ? (
        <section className="grid gap-5 border-t border-line pt-8" aria-labelledby="near-matches">
          <div className="grid gap-1">
            <h2 id="near-matches" className="text-heading">
              {text.nearTitle}
            </h2>
            <p className="text-ink-muted">{text.nearText}</p>
          </div>
          <ProgramGrid programs={page.near} {...results} />
        </section>
      ) : null}
    </>
  )
}

/** A link to the view with more programs, which takes this view's place in the history. It leads to the program that was last. */
function MorePrograms({ to, last }: { to: string; last: ProgramCardData | undefined }) {
  const text = useTexts(catalogueTexts)
  return (
    <Link
      to={last ? `${to}#program-${last.slug}` : to}
      data-replace
      className={buttonClass({ variant: "secondary", size: "lg", className: "justify-self-center" })}
    >
      {text.more}
    </Link>
  )
}

interface GridProps extends ResultsProps {
  programs: ProgramCardData[]
  eager?: boolean | undefined
}

function ProgramGrid({ programs, filters, part, enrollable, eager }: GridProps) {
  const action = addressOf(filters, part)
  return (
    <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4">
      {programs.map((program, index) => (
        <li key={program.id} className="grid min-w-0">
          <ProgramCard
            program={program}
            opensAt={addressOf(filters, { ...part, program: program.slug })}
            eager={eager === true && index < 2}
          >
            {(headingId) =>
              isEnrollable(enrollable, program) ? (
                <EnrolButton program={program} action={action} describedBy={headingId} place="card" />
              ) : null
            }
          </ProgramCard>
        </li>
      ))}
    </ul>
  )
}

/** '{n} Programs Found', with the active filters. */
export function ResultsHeading({
  found,
  filters,
  choices,
}: {
  found: number
  filters: Filters
  choices: Choices
}) {
  const text = useTexts(catalogueTexts)
  const active = (["search", "service", "curriculum", "grade", "subject"] as const).filter(
    (name) => filters[name] !== noFilters[name],
  )
  return (
    <div className="grid gap-2">
      <h2 className="text-heading" aria-live="polite">
        {text.found(found)}
      </h2>
      {active.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="text-ink-muted">{text.filteredBy}</span>
          {active.map((name) => (
            <FilterChip key={name} name={name} filters={filters} choices={choices} />
          ))}
        </div>
      ) : null}
    </div>
  )
}

interface FilterChipProps {
  name: Exclude<FilterName, "sort">
  filters: Filters
  choices: Choices
}

function FilterChip({ name, filters, choices }: FilterChipProps) {
  const text = useTexts(catalogueTexts)
  const label = filterLabel(useTexts(cardTexts), name, filters[name], choices)
  return (
    <Link
      to={addressOf({ ...filters, [name]: noFilters[name] })}
      aria-label={text.remove(label)}
      className="inline-flex min-h-8 min-w-0 items-center gap-1.5 rounded-full border border-line-strong/60 bg-surface pr-2 pl-3 font-semibold hover:border-ink-muted"
    >
      <span className="truncate">{label}</span>
      <X size={14} className="shrink-0" aria-hidden />
    </Link>
  )
}

function filterLabel(
  names: CardText,
  name: FilterChipProps["name"],
  value: string,
  choices: Choices,
): string {
  if (name === "search") return `“${value}”`
  if (name === "subject") return value
  if (name === "grade") return names.gradeName(value)
  return choices[name].find((choice) => choice.value === value)?.label ?? value
}

export function NoPrograms() {
  const text = useTexts(catalogueTexts)
  return (
    <EmptyState
      illustration="no-programs"
      title={text.emptyTitle}
      text={text.emptyText}
      action={<ButtonLink to={addressOf(noFilters)}>{useTexts(cardTexts).showAll}</ButtonLink>}
      level={3}
    />
  )
}
