export type RecorderChoices = { auto: boolean; quality: "720p" | "1080p" }

const KEY = "kaksha.recorder"
const FIRST: RecorderChoices = { auto: true, quality: "720p" }

/** What this browser was told about recording: by itself, unless switched off. */
export function readRecorderChoices(): RecorderChoices {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<RecorderChoices>
    return { auto: kept.auto !== false, quality: kept.quality === "1080p" ? "1080p" : "720p" }
  } catch {
    return FIRST
  }
}

export function keepRecorderChoices(choices: RecorderChoices): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices))
  } catch {
    // A browser that keeps nothing is asked anew each time.
  }
}
