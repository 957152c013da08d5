/** Returns what this tab kept under a key, through reloads; null if there is nothing. */
export function readKept<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as T | null
  } catch {
    return null
  }
}

/** Keeps a value until the tab is closed, or forgets it if that is null. Without storage nothing is kept. */
export function keepInTab(key: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage may be forbidden or full; a reload starts anew then.
  }
}
