import { createContext } from "react"

/** Whether a page is sent without React: to everyone, to visitors only, or to nobody. */
export type SentStatic = boolean | "visitors"

/**
 * Whether this document is sent without React. In a browser that runs React, a page for visitors is no document
 * of its own: it is shown by React like all others.
 */
export function isSentStatic(setting: SentStatic | undefined, isVisitor: boolean): boolean {
  if (setting === "visitors") return import.meta.env.SSR && isVisitor
  return setting ?? false
}

/** Whether the document being rendered is sent without React. */
export const SentStaticContext = createContext(false)
