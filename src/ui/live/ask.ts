/** Timeout for a response, in milliseconds. */
const ANSWER_WITHIN_MS = 15_000

/**
 * Calls the API without the typed client, whose 13 kB every page with a frame would load for what the frame follows.
 * Throws where there is no answer or a refusal.
 */
export async function ask(path: `/${string}`, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(`/api/v1${path}`, { ...init, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer
}
