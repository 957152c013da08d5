import { Fragment } from "react"
import { splitLinks } from "./links.ts"

/** Text with web addresses as links; nothing is fetched before a link is followed. */
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
