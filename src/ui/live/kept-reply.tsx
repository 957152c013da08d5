import { type ReactNode, useContext, useState } from "react"
import { UNSAFE_DataRouterDataContext as RouterData, useLocation } from "react-router"

/**
 * Keeps what a form was answered for as long as its page is shown. The router forgets it whenever it loads the
 * page's data anew, and a change made by somebody else must not take away a link that is shown only once, or the
 * errors of a form.
 */
export function KeptReply({ children }: { children: ReactNode }) {
  const data = useContext(RouterData)
  const { key } = useLocation()
  const actionData = data?.actionData ?? null
  const [kept, setKept] = useState({ key, actionData })
  const isNew = kept.key !== key || (actionData !== null && actionData !== kept.actionData)
  if (isNew) setKept({ key, actionData })
  const isForgotten = !isNew && !actionData && kept.actionData
  // Around the page either way: it would be drawn anew, and what was typed be lost, if this came and went.
  return (
    <RouterData value={data && isForgotten ? { ...data, actionData: kept.actionData } : data}>
      {children}
    </RouterData>
  )
}
