export type RecorderChoices = { auto: boolean; quality: "720p" | "1080p" }

const KEY = "kaksha.recorder"
const FIRST: RecorderChoices = { auto: true, quality: "720p" }

const listeners = new Set<() => void>()
let known: RecorderChoices | null = null

/** Calls the listener after each change in this tab. */
export function followRecorderChoices(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns this browser's choices about recording: automatic, unless switched off. */
export function readRecorderChoices(): RecorderChoices {
  known ??= stored()
  return known
}

function stored(): RecorderChoices {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<RecorderChoices>
    return { auto: kept.auto !== false, quality: kept.quality === "1080p" ? "1080p" : "720p" }
  } catch {
    return FIRST
  }
}

export function keepRecorderChoices(choices: RecorderChoices): void {
  known = choices
  for (const listener of listeners) listener()
  try {
    localStorage.setItem(KEY, JSON.stringify(choices))
  } catch {
    // Without storage the choices last as long as the page.
  }
}
