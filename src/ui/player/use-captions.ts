import { type RefObject, useCallback, useEffect, useState } from "react"

/** The language in which a player shows captions, or null, and how to change it. The browser's own menu does, too. */
export function useCaptions(video: RefObject<HTMLVideoElement | null>) {
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    const tracks = video.current?.textTracks
    if (!tracks) return
    const look = () => setShown([...tracks].find(({ mode }) => mode === "showing")?.language ?? null)
    tracks.addEventListener("change", look)
    look()
    return () => tracks.removeEventListener("change", look)
  }, [video])
  const show = useCallback(
    (language: string | null) => {
      if (video.current) showCaptions(video.current, language)
    },
    [video],
  )
  return [shown, show] as const
}

/** Shows captions in a language, none for null. */
function showCaptions({ textTracks }: HTMLVideoElement, language: string | null): void {
  for (const track of textTracks) track.mode = track.language === language ? "showing" : "disabled"
}

/** Shows captions in the reader's language where there are such, else the first; hides those that show. */
export function switchCaptions(player: HTMLVideoElement): boolean {
  const tracks = [...player.textTracks]
  const wanted = navigator.languages.map((one) => one.split("-")[0])
  const known = wanted.find((one) => tracks.some(({ language }) => language === one))
  const on = tracks.some(({ mode }) => mode === "showing")
  showCaptions(player, on ? null : (known ?? tracks[0]?.language ?? null))
  return tracks.length > 0
}
