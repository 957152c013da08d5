/**
 * Whether an `error` of a worker means that its script could not be loaded, as without a network or after a new version
 * took its place. Errors of a script that runs come with a message, and the script goes on.
 */
export function isLoadFailure(event: Event): boolean {
  return !("message" in event)
}
