import X from "lucide-react/icons/x"
import type { MouseEvent } from "react"
import { Link, useFetcher } from "react-router"
import { ButtonLink, buttonClass } from "#ui/button.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { CatalogueText } from "./catalogue.text.ts"
import { catalogueTexts } from "./catalogue.texts.ts"
import { addressOf, type Choices, type FilterName, type Filters, noFilters } from "./catalogue-address.ts"
import { EnrolButton } from "./enrol-button.tsx"
import { prepareProgramDetails } from "./lazy-dialogs.tsx"
import { ProgramCard, type ProgramCardData } from "./program.card.tsx"

/** One page of the catalogue, as the loader answers it. */
export interface ProgramsPage {
  items: ProgramCardData[]
  near: ProgramCardData[]
  next_cursor: string | null
}

interface ResultsProps {
  filters: Filters
  signedIn: boolean
}

interface PagesProps extends ResultsProps {
  page: ProgramsPage
  /** True for the page that the address names. */
  first?: boolean
}

/** A page of programs, and below it, once asked for, the next. */
export function ProgramPages({ page, first, ...results }: PagesProps) {
  const text = useTexts(catalogueTexts)
  return (
    <>
      {page.items.length > 0 ? <ProgramGrid programs={page.items} eager={first} {...results} /> : null}
      {page.next_cursor ? <NextPage key={page.next_cursor} cursor={page.next_cursor} {...results} /> : null}
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

/** A link to the next page; with scripts that page is put below this one. */
function NextPage({ cursor, ...results }: ResultsProps & { cursor: string }) {
  const text = useTexts(catalogueTexts)
  const next = useFetcher<{ page: ProgramsPage }>()
  if (next.data) return <ProgramPages page={next.data.page} {...results} />
  const to = addressOf(results.filters, { cursor })
  function loadBelow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (next.state === "idle") void next.load(to)
  }
  const loading = next.state !== "idle"
  return (
    <Link
      to={to}
      onClick={loadBelow}
      aria-busy={loading}
      className={buttonClass({ variant: "secondary", size: "lg", className: "justify-self-center" })}
    >
      {loading ? text.loadingMore : text.more}
    </Link>
  )
}

interface GridProps extends ResultsProps {
  programs: ProgramCardData[]
  eager?: boolean | undefined
}

function ProgramGrid({ programs, filters, signedIn, eager }: GridProps) {
  const action = addressOf(filters)
  return (
    <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4">
      {programs.map((program, index) => (
        <li key={program.id} className="grid min-w-0">
          <ProgramCard
            program={program}
            opensAt={addressOf(filters, { program: program.slug })}
            onReach={prepareProgramDetails}
            eager={eager === true && index < 2}
          >
            {(headingId) => (
              <EnrolButton
                program={program}
                action={action}
                describedBy={headingId}
                place="card"
                signedIn={signedIn}
              />
            )}
          </ProgramCard>
        </li>
      ))}
    </ul>
  )
}

/** '{n} Programs Found', and by what they are filtered. */
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
  const label = filterLabel(text, name, filters[name], choices)
  return (
    <Link
      to={addressOf({ ...filters, [name]: noFilters[name] })}
      preventScrollReset
      aria-label={text.remove(label)}
      className="inline-flex min-h-8 min-w-0 items-center gap-1.5 rounded-full border border-line-strong/60 bg-surface pr-2 pl-3 font-semibold hover:border-ink-muted"
    >
      <span className="truncate">{label}</span>
      <X size={14} className="shrink-0" aria-hidden />
    </Link>
  )
}

function filterLabel(
  text: CatalogueText,
  name: FilterChipProps["name"],
  value: string,
  choices: Choices,
): string {
  if (name === "search") return `“${value}”`
  if (name === "subject") return value
  if (name === "grade") return text.gradeName(value)
  return choices[name].find((choice) => choice.value === value)?.label ?? value
}

export function NoPrograms() {
  const text = useTexts(catalogueTexts)
  return (
    <EmptyState
      illustration="no-programs"
      title={text.emptyTitle}
      text={text.emptyText}
      action={<ButtonLink to={addressOf(noFilters)}>{text.showAll}</ButtonLink>}
      level={3}
    />
  )
}
