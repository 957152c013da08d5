import type { ComponentProps, MouseEvent } from "react"
import { askForProof } from "./proof-asked.ts"

/**
 * A link to something that needs a recent proof of who the viewer is, such as a whole list as a file. The
 * dialog asks over the open page; without scripts the server leads to the page that asks.
 */
export function ProvenLink({ href, ...props }: ComponentProps<"a"> & { href: string }) {
  function ask(event: MouseEvent) {
    // A link that is opened elsewhere is the browser's business.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    askForProof({ kind: "link", href })
  }
  return <a href={href} onClick={ask} {...props} />
}
