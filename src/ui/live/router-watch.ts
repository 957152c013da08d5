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

const loads = new Set<Promise<unknown>>()

/**
 * Keeps answers in the order in which they were asked for, as a middleware of the root in the browser: a form's answer
 * waits for the loads of data that began before it. The router stops none of them for a form in the background. A
 * reload would end on the address that the form is led to, leaving that page without one, and would put older data in
 * the place of newer.
 */
export async function inOrder<Results>(
  { request }: { request: Request },
  next: () => Promise<Results>,
): Promise<Results> {
  const coming = next()
  if (request.method !== "GET") {
    const results = await coming
    if (loads.size > 0) {
      await Promise.allSettled(loads)
      // The router takes in what was loaded before the browser runs a new task.
      await new Promise((resolve) => setTimeout(resolve))
    }
    return results
  }
  loads.add(coming)
  try {
    return await coming
  } finally {
    loads.delete(coming)
  }
}
