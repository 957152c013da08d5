import { Form, useFetcher, useNavigation } from "react-router"
import type { ActionReply } from "../api.ts"
import { useFlash } from "../toast.tsx"

/** How a form is sent and its result: by its page, or in place by a dialog. */
export interface Poster {
  Form: typeof Form | ReturnType<typeof useFetcher>["Form"]
  action?: string
  reply: ActionReply | undefined
  /** The intent of the form being sent, until the page it leads to is shown. */
  sending: FormDataEntryValue | null | undefined
}

/** An error above the fields is not repeated as a toast. */
export const toastBeside = (reply: ActionReply | undefined) =>
  reply?.form?.error?.[""] ? null : reply?.toast

export function usePagePoster(reply: ActionReply | undefined): Poster {
  const sending = useNavigation().formData?.get("intent")
  useFlash(toastBeside(reply))
  return { Form, reply, sending }
}

/** For a form on another page: `action` is the page whose action handles it. */
export function usePlacePoster(action: string): Poster {
  const fetcher = useFetcher<ActionReply>()
  useFlash(toastBeside(fetcher.data))
  return { Form: fetcher.Form, action, reply: fetcher.data, sending: fetcher.formData?.get("intent") }
}
