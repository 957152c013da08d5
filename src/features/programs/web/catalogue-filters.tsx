import SlidersHorizontal from "lucide-react/icons/sliders-horizontal"
import { Form } from "react-router"
import { Button } from "#ui/components/button.tsx"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { CATALOGUE_PATH } from "../paths.ts"
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
import { catalogueTexts } from "./texts/catalogue.texts.ts"

interface CatalogueFiltersProps {
  filters: Filters
  choices: Choices & { subject: readonly Choice[] }
}

/** The filter bar: a plain form without scripts; with the script of visitors' pages every change applies at once. */
export function CatalogueFilters({ filters, choices }: CatalogueFiltersProps) {
  const text = useTexts(catalogueTexts)
  const active = isFiltered(filters)
  const startsOpen = isFiltered({ ...filters, search: noFilters.search, sort: noFilters.sort })
  const select = (name: Exclude<FilterName, "search">, className?: string) => (
    <Field label={text[name]} id={`filter-${name}`} className={className}>
      <SelectInput name={name} defaultValue={filters[name]} options={choices[name]} />
    </Field>
  )
  return (
    <search>
      <Form
        method="get"
        action={CATALOGUE_PATH}
        data-order={filterNames.join(" ")}
        className="relative grid gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-3 sm:gap-4 sm:p-5"
      >
        {/* On a phone each has the whole width, so that nothing is cut off. */}
        <div className="grid gap-2.5 sm:grid-cols-[1fr_14rem] sm:items-end sm:gap-4">
          <Field label={text.search} id="filter-search" className="max-sm:[&>label]:sr-only">
            <TextInput
              type="search"
              name="search"
              defaultValue={filters.search}
              maxLength={longestSearch}
              placeholder={text.searchPlaceholder}
              autoComplete="off"
              enterKeyHint="search"
              className="max-sm:placeholder:text-sm"
            />
          </Field>
          {select("sort", "max-sm:grid-cols-[auto_1fr] max-sm:items-center max-sm:gap-3")}
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
          <div className="grid grid-cols-2 gap-4 pt-3 lg:grid-cols-5">
            {select("service")}
            {select("curriculum")}
            {select("grade")}
            {select("subject")}
            {select("delivery", "max-lg:col-span-2")}
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

/** Beside the summary and not inside it, because a link inside a summary can't be focused. */
function ClearAll() {
  const text = useTexts(catalogueTexts)
  return (
    <div className="-mt-2 sm:absolute sm:top-[6.625rem] sm:right-5 sm:mt-0">
      <Link
        to={addressOf(noFilters)}
        className="inline-flex min-h-11 items-center font-semibold text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {text.clearAll}
      </Link>
    </div>
  )
}
