import { type MouseEvent, type ReactNode, useEffect, useRef } from "react"
import { useFetcher } from "react-router"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate } from "#ui/said-time.ts"
import { listTexts } from "../texts/list.texts.ts"
import { groupByDay, type ListedClass } from "./listed-class.ts"

export type ClassPage = {
  classes: ListedClass[]
  /** The cursor of the next page; null at the end. */
  more: string | null
}

type ClassListProps = {
  page: ClassPage
  today: string
  /** The last day of the page above, whose heading is not repeated. */
  after?: string | undefined
  renderClass: (scheduledClass: ListedClass) => ReactNode
  /** Subscribes to changes of the classes of each page separately. */
  followed?: (classes: readonly ListedClass[]) => ReactNode
}

/** Classes under the headings of their days, with further pages on demand. */
export function ClassList({ page, today, after, renderClass, followed }: ClassListProps) {
  const said = useSaidDate()
  return (
    <>
      {followed?.(page.classes)}
      {groupByDay(page.classes).map(({ date, classes }) => (
        <section key={date} className="grid gap-4" aria-label={said(date)}>
          {date === after ? null : (
            <h3 className={cx("pt-2 text-[0.9375rem] font-semibold", date === today && "text-accent-text")}>
              {said(date)}
            </h3>
          )}
          <ul className="grid gap-4">{classes.map(renderClass)}</ul>
        </section>
      ))}
      {page.more ? (
        <MoreClasses
          from={page.more}
          today={today}
          after={page.classes.at(-1)?.scheduled_date}
          renderClass={renderClass}
          {...(followed && { followed })}
        />
      ) : null}
    </>
  )
}

type MoreClassesProps = Omit<ClassListProps, "page"> & { from: string }

/**
 * The next page below this one. It has its own fetcher, so that live changes reload it with the page. Without
 * scripts it is a link.
 */
function MoreClasses({ from, ...list }: MoreClassesProps) {
  const text = useTexts(listTexts)
  const fetcher = useFetcher<ClassPage>()
  const page = fetcher.data
  const asked = useRef<string | null>(null)
  const first = page?.classes[0]?.id
  const { load } = fetcher
  useEffect(() => {
    // The page above changed its length, so this one starts at another class now.
    if (asked.current === null || asked.current === from) return
    asked.current = from
    void load(from)
  }, [from, load])
  const shown = useRef(false)
  useEffect(() => {
    if (shown.current || !first) return
    shown.current = true
    document.getElementById(`class-${first}-title`)?.focus({ preventScroll: true })
  }, [first])

  if (page) return <ClassList page={page} {...list} />
  if (fetcher.state !== "idle") {
    return (
      <Button variant="secondary" busy className="justify-self-center">
        {text.loading}
      </Button>
    )
  }
  function show(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    asked.current = from
    void load(from)
  }
  return (
    <Link
      to={`${from}#classes`}
      onClick={show}
      className={buttonClass({ variant: "secondary", className: "justify-self-center" })}
    >
      {text.more}
    </Link>
  )
}
