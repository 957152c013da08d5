import type { ClientInstrumentation } from "react-router"

let underWay = 0

async function watched(go: () => Promise<unknown>): Promise<void> {
  underWay += 1
  try {
    await go()
  } finally {
    underWay -= 1
  }
}

/** Counts the navigations and fetches of the browser's router from the call to their end. */
export const watchRouter: ClientInstrumentation = {
  router: ({ instrument }) => instrument({ navigate: watched, fetch: watched }),
}

/**
 * Whether a page is loading or a form is being sent, known at once. React's hooks report it only once it is
 * rendered, which takes a slow phone half a second; only they know of the browser's own back and forward.
 */
export function isUnderWay(): boolean {
  return underWay > 0
}
