import type { Entry } from "./entry.ts"

/** Timeout for a response, in milliseconds. */
const ANSWER_WITHIN_MS = 10_000
/** Who types on has not finished asking. */
const TYPING_MS = 160

let search: AbortController | undefined

async function read(query: string, signal?: AbortSignal): Promise<Entry[]> {
  const limit = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const language = document.documentElement.lang.startsWith("hi") ? "hi" : "en"
  const answer = await fetch(
    `/palette.json?${new URLSearchParams({ lang: language, ...(query && { q: query }) })}`,
    {
      headers: { accept: "application/json" },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    },
  )
  if (!answer.ok) throw new Error(`the palette's data answered ${answer.status}`)
  return ((await answer.json()) as { entries: Entry[] }).entries
}

/** Screens, actions and classes of this person. */
export const askEntries = (): Promise<Entry[]> => read("")

/**
 * Returns the server's results for a query, once typing has paused. A later query cancels the earlier one,
 * which then returns null.
 */
export async function askSearch(question: string): Promise<Entry[] | null> {
  search?.abort()
  const mine = new AbortController()
  search = mine
  await new Promise((later) => setTimeout(later, TYPING_MS))
  if (mine.signal.aborted) return null
  try {
    const found = await read(question, mine.signal)
    return mine.signal.aborted ? null : found
  } catch (error) {
    if (mine.signal.aborted) return null
    throw error
  }
}

/** Cancels the search. */
export function endSearch(): void {
  search?.abort()
}
