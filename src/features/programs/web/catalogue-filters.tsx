import SlidersHorizontal from "lucide-react/icons/sliders-horizontal"
import {
  type ChangeEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { Form, Link, useLocation, useNavigate, useNavigationType } from "react-router"
import { Button } from "#ui/button.tsx"
import { Field, SelectInput, TextInput } from "#ui/field.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { CATALOGUE_PATH } from "../paths.ts"
import { catalogueTexts } from "./catalogue.texts.ts"
import {
  addressOf,
  type Choice,
  type Choices,
  type FilterName,
  type Filters,
  filterNames,
  isFiltered,
  longestSearch,
  noFilters,
} from "./catalogue-address.ts"

/** How long typing rests before the search is made. */
const TYPING_MS = 300

interface CatalogueFiltersProps {
  filters: Filters
  choices: Choices & { subject: readonly Choice[] }
}

/** The filter bar: a plain form by itself; with scripts every change applies at once. */
export function CatalogueFilters({ filters, choices }: CatalogueFiltersProps) {
  const text = useTexts(catalogueTexts)
  const { apply, applySoon, underWay } = useApply(filters)
  const form = useControlsOf(filters, underWay)
  const active = isFiltered(filters)
  const [startsOpen] = useState(() =>
    isFiltered({ ...filters, search: noFilters.search, sort: noFilters.sort }),
  )
  function handleChange(event: ChangeEvent<HTMLFormElement>) {
    if (event.target.name === "search") applySoon(event.currentTarget)
    else apply(event.currentTarget)
  }
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    apply(event.currentTarget)
  }
  const select = (name: Exclude<FilterName, "search">) => (
    <Field label={text[name]} id={`filter-${name}`}>
      <SelectInput name={name} defaultValue={filters[name]} options={choices[name]} />
    </Field>
  )
  return (
    <search>
      <Form
        ref={form}
        method="get"
        action={CATALOGUE_PATH}
        onChange={handleChange}
        onSubmit={handleSubmit}
        className="relative grid gap-4 rounded-card border border-line bg-surface p-4 sm:p-5"
      >
        <div className="grid items-end gap-4 sm:grid-cols-[1fr_14rem]">
          <Field label={text.search} id="filter-search">
            <TextInput
              type="search"
              name="search"
              defaultValue={filters.search}
              maxLength={longestSearch}
              placeholder={text.searchPlaceholder}
              autoComplete="off"
              enterKeyHint="search"
            />
          </Field>
          {select("sort")}
        </div>
        <details open={startsOpen} className="not-open:-my-2">
          <summary className="-mx-2 flex min-h-11 w-fit items-center gap-2 rounded-md px-2 font-semibold hover:bg-ink/7">
            <SlidersHorizontal size={18} aria-hidden />
            {text.filterPrograms}
            {active ? (
              <span className="size-2.5 rounded-full bg-accent" data-filters-active>
                <span className="sr-only">({text.filtersActive})</span>
              </span>
            ) : null}
          </summary>
          <div className="grid grid-cols-2 gap-4 pt-3 lg:grid-cols-4">
            {select("service")}
            {select("curriculum")}
            {select("grade")}
            {select("subject")}
          </div>
        </details>
        <noscript>
          <Button type="submit">{text.apply}</Button>
        </noscript>
        {active ? <ClearAll /> : null}
      </Form>
    </search>
  )
}

/** Stands beside the summary, outside of it, because a link inside a summary can't be reached. */
function ClearAll() {
  const text = useTexts(catalogueTexts)
  return (
    <div className="-mt-2 sm:absolute sm:top-[6.625rem] sm:right-5 sm:mt-0">
      <Link
        to={addressOf(noFilters)}
        preventScrollReset
        className="inline-flex min-h-11 items-center font-semibold text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {text.clearAll}
      </Link>
    </div>
  )
}

/** Goes to the address of what the form holds: at once, or when typing has paused. */
function useApply(filters: Filters) {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const underWay = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  function apply(form: HTMLFormElement) {
    clearTimeout(timer.current)
    const held = new FormData(form)
    const wanted = { ...noFilters }
    for (const name of filterNames) wanted[name] = String(held.get(name) ?? noFilters[name]).trim()
    const to = addressOf(wanted)
    if (to === addressOf(filters) && underWay.current === 0) return
    // One search is one step back, however many letters it took.
    const refining = filters.search !== "" && wanted.search !== filters.search
    underWay.current += 1
    void Promise.resolve(navigate(to, { replace: refining, preventScrollReset: true })).finally(() => {
      underWay.current -= 1
    })
  }
  function applySoon(form: HTMLFormElement) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(form), TYPING_MS)
  }
  return { apply, applySoon, underWay }
}

/**
 * Keeps the controls at what the address says, but for a search in progress, which may be ahead of the answer, and
 * for what was chosen while an earlier choice was still under way. On a slow device that one may even be drawn after
 * the later one was answered, when the address has moved on already.
 */
function useControlsOf(filters: Filters, underWay: RefObject<number>) {
  const form = useRef<HTMLFormElement>(null)
  const kind = useNavigationType()
  const { key } = useLocation()
  // With the answer's own rendering: a later effect would undo what was chosen in between.
  useLayoutEffect(() => {
    const movedOn = underWay.current > 0 || key !== (window.history.state?.key ?? "default")
    if (movedOn && kind !== "POP") return
    for (const name of filterNames) {
      const control = form.current?.elements.namedItem(name)
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue
      const typing = name === "search" && control === document.activeElement && kind !== "POP"
      if (!typing) control.value = filters[name]
    }
  }, [filters, key, kind, underWay])
  return form
}
