import { Children, cloneElement, isValidElement, type ReactNode } from "react"
import { Scripts, type ScriptsProps } from "react-router"

/**
 * The router's scripts, requested after styles and font: the page came with its text, so the scripts must not
 * delay its first paint on a slow connection.
 */
export function LateScripts(props: ScriptsProps) {
  return <>{Children.map(useScripts(props), askLate)}</>
}

/**
 * The router's component is called as a hook, because it accepts no fetch priority for the links it renders.
 */
const useScripts = (props: ScriptsProps) => Scripts(props)?.props.children as ReactNode

function askLate(element: ReactNode): ReactNode {
  if (!isValidElement<{ rel?: string }>(element) || element.props.rel !== "modulepreload") return element
  return cloneElement(element, { fetchPriority: "low" } as object)
}
