import { Children, cloneElement, isValidElement, type ReactNode } from "react"
import { Scripts, type ScriptsProps } from "react-router"

/**
 * The router's scripts, asked for after styles and font: the page came with its text, so the scripts must not hold
 * up its first paint on a slow line.
 */
export function LateScripts(props: ScriptsProps) {
  return <>{Children.map(useScripts(props), askLate)}</>
}

/** The router's component is used as the hook that it is, for what it renders takes no priority. */
const useScripts = (props: ScriptsProps) => Scripts(props)?.props.children as ReactNode

function askLate(element: ReactNode): ReactNode {
  if (!isValidElement<{ rel?: string }>(element) || element.props.rel !== "modulepreload") return element
  return cloneElement(element, { fetchPriority: "low" } as object)
}
