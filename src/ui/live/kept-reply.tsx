import { type ReactNode, useContext, useState } from "react"
import { UNSAFE_DataRouterDataContext as RouterData, useLocation } from "react-router"
import { isLost } from "./lost-replies.ts"

/** The replies to the page's forms, by route. */
type Replies = Record<string, unknown> | null

/**
 * Keeps what a form was answered for as long as its page is shown. The router forgets it whenever it loads the
 * page's data anew, and a change made by somebody else must not take away a link that is shown only once, or the
 * errors of a form. A form that can't be sent leaves the last answer, too: it may hold the step that a person is at.
 */
export function KeptReply({ children }: { children: ReactNode }) {
  const data = useContext(RouterData)
  const { key } = useLocation()
  const actionData = data?.actionData ?? null
  const [kept, setKept] = useState({ key, actionData, shown: actionData as Replies })
  const isNew = kept.key !== key || (actionData !== null && actionData !== kept.actionData)
  const shown = isNew ? withoutLost(actionData, kept.shown) : kept.shown
  if (isNew) setKept({ key, actionData, shown })
  // Around the page either way: it would be drawn anew, and what was typed be lost, if this came and went.
  return (
    <RouterData value={data && shown !== actionData ? { ...data, actionData: shown } : data}>
      {children}
    </RouterData>
  )
}

/** Returns the replies with those before in the place of what was lost. Sending is a visit of its own for the router. */
export function withoutLost(replies: Replies, before: Replies): Replies {
  if (!replies || !before || !Object.values(replies).some(isLost)) return replies
  return Object.fromEntries(
    Object.entries(replies).map(([id, reply]) => [id, isLost(reply) && id in before ? before[id] : reply]),
  )
}

/** Returns the last answer of a fetcher that came from the server. */
export function useKeptAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const [kept, setKept] = useState(answer)
  if (answer === kept || isLost(answer)) return kept
  setKept(answer)
  return answer
}
