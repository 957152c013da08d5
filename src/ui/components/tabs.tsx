import { useSearchParams } from "react-router"
import { Link } from "#ui/link.tsx"
import { cx } from "../cx.ts"

export interface Tab {
  value: string
  label: string
  count?: number
}

interface TabLinksProps {
  /** What the tabs choose between, for screen readers. */
  label: string
  tabs: readonly Tab[]
  /** The search parameter for the choice; other parameters are kept. */
  param?: string
  className?: string
}

/** The chosen tab by the URL: the first one where the parameter is missing or unknown. */
export function chosenTab(params: URLSearchParams, tabs: readonly Tab[], param = "tab"): string {
  const value = params.get(param)
  return tabs.find((tab) => tab.value === value)?.value ?? tabs[0]?.value ?? ""
}

/** Tabs that are links, so that a view can be shared, the back button works, and scripts aren't needed. */
export function TabLinks({ label, tabs, param = "tab", className }: TabLinksProps) {
  const [params] = useSearchParams()
  const chosen = chosenTab(params, tabs, param)

  function searchFor(value: string): string {
    const next = new URLSearchParams(params)
    if (value === tabs[0]?.value) next.delete(param)
    else next.set(param, value)
    // Where a page of one list begins says nothing of another.
    next.delete("after")
    return `?${next}`
  }
  return (
    <nav
      aria-label={label}
      className={cx("-mx-4 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0", className)}
    >
      <ul className="flex min-w-full gap-6 border-b border-line">
        {tabs.map(({ value, label: name, count }) => (
          <li key={value} className="shrink-0">
            <Link
              to={searchFor(value)}
              preventScrollReset
              aria-current={value === chosen ? "page" : undefined}
              className="-mb-px flex h-11 items-center gap-2 border-b-2 border-transparent text-[0.9375rem] font-semibold text-ink-muted outline-offset-[-2px] transition-colors hover:text-ink aria-[current]:border-primary aria-[current]:text-ink"
            >
              {name}
              {count === undefined ? null : (
                <span className="rounded-full bg-surface-sunken px-2 text-xs leading-5 tabular-nums">
                  {count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
