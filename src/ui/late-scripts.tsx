import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from "react"
import { Scripts, type ScriptsProps } from "react-router"

/** No type of script that browsers know: they leave it alone. */
const WAITING = "text/late"
const LATE = "late-scripts"

/*
 * Sent as it stands: it runs while the page is read. A page in the background is not painted until somebody looks, and
 * one of a browser that is busy may be late with it. To ask for a file takes a phone some 5 ms, and all at once would
 * hold up what is pressed meanwhile.
 */
const BEGIN_AFTER_PAINT = `(() => {
  const { nonce, dataset } = document.currentScript
  addEventListener("input", () => (dataset.touched = "true"), { capture: true, once: true })
  const files = JSON.parse(dataset.files)
  let begun = false
  const add = (name, values) => document.head.append(Object.assign(document.createElement(name), values))
  const ask = () => {
    for (const href of files.splice(0, 6)) add("link", { rel: "modulepreload", href })
    if (files.length > 0) return setTimeout(ask)
    const { textContent } = document.querySelector('script[type="${WAITING}"]')
    add("script", { type: "module", nonce, textContent })
  }
  const begin = () => {
    if (!begun) ask()
    begun = true
  }
  if (document.hidden) begin()
  else requestAnimationFrame(() => setTimeout(begin))
  setTimeout(begin, 2000)
})()`

/**
 * The router's scripts, requested once the page is painted: it came with its text, so that on a slow connection scripts
 * must not compete with styles and font. `files` are requested with the first of them.
 */
export function LateScripts({ files, ...props }: ScriptsProps & { files: readonly string[] }) {
  const elements = flatten(useScripts(props))
  const preloaded = elements
    .filter(({ props }) => props.rel === "modulepreload")
    .map(({ props }) => props.href)
  const scripts = elements.filter(({ type }) => type === "script")
  if (scripts.length === 0) return null
  return (
    <>
      {scripts.map(({ key, props: { async: _, ...script } }) => (
        <script key={key} {...script} type={script.type === "module" ? WAITING : script.type} />
      ))}
      <script
        id={LATE}
        nonce={props.nonce}
        data-files={JSON.stringify([...files, ...preloaded])}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, which has run when React sees it
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? BEGIN_AFTER_PAINT : "" }}
      />
    </>
  )
}

const isTouched = () => document.getElementById(LATE)?.dataset.touched !== undefined

/** Does something with what was typed before the scripts had come, if anything was. What fails must not stop the page. */
async function withTouched(act: (early: typeof import("./forms/take-early.ts")) => unknown): Promise<void> {
  if (isTouched()) await import("./forms/take-early.ts").then(act).catch(reportError)
}

/** Notes what was typed, chosen or ticked before the scripts had come. Right before hydration. */
export const noteTouched = () => withTouched(({ noteEarly }) => noteEarly())

/** Gives it to React's forms. After hydration. */
export const takeTouched = () => withTouched(({ takeEarly }) => takeEarly())

/**
 * The router's component is called as a hook, because it takes no word about when its scripts are to run.
 */
const useScripts = (props: ScriptsProps) => Scripts(props)?.props.children as ReactNode

type Rendered = ReactElement<{
  rel?: string
  href?: string
  type?: string
  async?: boolean
  children?: ReactNode
}>

/** The elements in order, those within fragments too. */
function flatten(nodes: ReactNode): Rendered[] {
  return Children.toArray(nodes).flatMap((node) => {
    if (!isValidElement(node)) return []
    const element = node as Rendered
    return element.type === Fragment ? flatten(element.props.children) : [element]
  })
}
