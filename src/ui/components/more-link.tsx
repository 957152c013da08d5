import { useSearchParams } from "react-router"
import { useMessages } from "../messages/use-messages.ts"
import { ButtonLink } from "./button.tsx"

/** Link to the rest of a list, which begins at the cursor; nothing where there is none. Keeps the address's other parameters. */
export function MoreLink({ cursor }: { cursor: string | null }) {
  const text = useMessages()
  const [params] = useSearchParams()
  if (!cursor) return null
  const next = new URLSearchParams(params)
  next.set("after", cursor)
  return (
    <ButtonLink to={`?${next}`} variant="secondary" className="justify-self-center">
      {text.showMore}
    </ButtonLink>
  )
}
