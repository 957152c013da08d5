import { use } from "react"
import { type LinkProps, Link as RouterLink } from "react-router"
import { SentStaticContext } from "./visitor/sent-static.ts"

/** The router's link. In a document without React it is a plain one, which takes a fraction of the time to render. */
export function Link(props: LinkProps) {
  const { to } = props
  if (!use(SentStaticContext) || typeof to !== "string" || !to.startsWith("/"))
    return <RouterLink {...props} />
  const { to: _, reloadDocument, replace, state, preventScrollReset, relative, ...rest } = props
  const { viewTransition, discover, prefetch, ...anchor } = rest
  return <a {...anchor} href={to} />
}
