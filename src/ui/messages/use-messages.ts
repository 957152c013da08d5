import { createContext, use } from "react"
import { en, type Messages } from "./en.ts"

/** The catalogue in the viewer's language: English unless a provider says otherwise. */
export const MessagesContext = createContext<Messages>(en)

export function useMessages(): Messages {
  return use(MessagesContext)
}
