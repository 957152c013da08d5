import { Form, useNavigation } from "react-router"
import { Button } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import { DateInput } from "#ui/forms/date-input.tsx"
import { Field, type SelectOption } from "#ui/forms/field.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useWritten } from "#ui/said-time.ts"
import { listTexts } from "../texts/list.texts.ts"
import { changeSearch } from "./class-links.ts"

/** The filters of the list. Empty strings mean no filter, as in the address. */
export type ClassListFilters = { date: string; curriculum: string; class_type: string }

type ClassFiltersProps = {
  filters: ClassListFilters
  /** Today and the days after it, in the institution's zone. */
  days: readonly string[]
  curricula: readonly SelectOption[]
  classTypes: readonly SelectOption[]
}

const PATH = "/live-classes"

/** Returns the address of the list with these filters and changes. */
export function listPath(filters: Partial<ClassListFilters>, changes: Record<string, string> = {}): string {
  const all = { ...filters, ...changes }
  const set = Object.entries(all).map(([name, value]) => [name, value || null])
  return `${PATH}${changeSearch("", Object.fromEntries(set))}`
}

/**
 * On a phone, one row that scrolls sideways, and the classes soon after. Labels for screen readers are positioned: a row
 * that isn't would leave them outside, and the page as wide as they reach.
 */
const onPhones =
  "max-sm:relative max-sm:-mx-4 max-sm:flex max-sm:items-center max-sm:gap-5 max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none]"

/** Filters by day, curriculum and kind of class: links and a GET form, so that a view can be shared. */
export function ClassFilters({ filters, days, curricula, classTypes }: ClassFiltersProps) {
  const text = useTexts(listTexts)
  const { date: write } = useWritten()
  const busy = useNavigation().location?.pathname === PATH
  return (
    <section aria-label={text.filters} className="grid min-w-0 gap-1 sm:gap-6 md:max-lg:grid-cols-2">
      <div className={cx(onPhones, "min-w-0 sm:grid sm:gap-3 md:max-lg:col-span-2")}>
        <Chips label={text.days}>
          <Chip to={listPath(filters, { date: "" })} chosen={filters.date === ""}>
            {text.allDays}
          </Chip>
          {days.map((date, index) => (
            <Chip key={date} to={listPath(filters, { date })} chosen={filters.date === date}>
              {[text.today, text.tomorrow][index] ?? shortDay(write(date))}
            </Chip>
          ))}
        </Chips>
        <Form
          action={PATH}
          data-order="date curriculum class_type"
          className="flex items-end gap-2.5 max-sm:w-76 max-sm:shrink-0"
          key={filters.date}
        >
          <Field label={text.date} className="min-w-0 flex-1 max-sm:[&_label]:sr-only">
            <DateInput name="date" required defaultValue={filters.date} />
          </Field>
          {(["curriculum", "class_type"] as const).map((name) =>
            filters[name] ? <input key={name} type="hidden" name={name} value={filters[name]} /> : null,
          )}
          <Button type="submit" variant="secondary" busy={busy}>
            {text.show}
          </Button>
        </Form>
      </div>
      <div className={cx(onPhones, "min-w-0 sm:contents")}>
        <ChipGroup label={text.kind} name="class_type" options={classTypes} filters={filters} />
        <ChipGroup label={text.curriculum} name="curriculum" options={curricula} filters={filters} />
      </div>
    </section>
  )
}

/** Returns "Mon 23" of a date as it is written in full. */
function shortDay(written: string): string {
  return written.replace(",", "").split(" ", 2).join(" ")
}

type ChipGroupProps = {
  label: string
  name: "curriculum" | "class_type"
  options: readonly SelectOption[]
  filters: ClassListFilters
}

/** A group of links. The option "all" is the address without the parameter. */
function ChipGroup({ label, name, options, filters }: ChipGroupProps) {
  return (
    <div className="group/chips grid content-start gap-2 max-sm:flex max-sm:shrink-0 max-sm:items-center sm:min-w-0">
      {/* On phones the groups share a line, in which two chips may have the same word. */}
      <h2 className="text-sm font-semibold max-sm:font-medium max-sm:text-ink-muted max-sm:group-first/chips:sr-only">
        {label}
      </h2>
      <Chips label={label}>
        {options.map((option) => {
          const value = option.value === "all" ? "" : option.value
          return (
            <Chip key={value} to={listPath(filters, { [name]: value })} chosen={filters[name] === value}>
              {option.label}
            </Chip>
          )
        })}
      </Chips>
    </div>
  )
}

function Chips({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <nav aria-label={label} className="max-sm:shrink-0 sm:min-w-0">
      <ul className="flex gap-2 py-1 sm:flex-wrap">{children}</ul>
    </nav>
  )
}

function Chip({ to, chosen, children }: { to: string; chosen: boolean; children: React.ReactNode }) {
  return (
    <li className="shrink-0">
      <Link
        to={to}
        preventScrollReset
        aria-current={chosen ? "true" : undefined}
        className="flex h-10 items-center rounded-full border border-line-strong/60 bg-surface px-4 text-sm font-medium transition-colors hover:border-ink-muted aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:font-semibold aria-[current]:text-primary-ink"
      >
        {children}
      </Link>
    </li>
  )
}
