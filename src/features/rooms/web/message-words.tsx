import { Fragment } from "react"
import { splitLinks } from "./links.ts"

/** Words with their addresses as links; nothing of them is fetched before somebody follows one. */
export function MessageWords({ body }: { body: string }) {
  return splitLinks(body).map(({ words, href }, place) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that never changes
      <a key={place} href={href} target="_blank" rel="noopener noreferrer nofollow" className="underline">
        {words}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that never changes
      <Fragment key={place}>{words}</Fragment>
    ),
  )
}
