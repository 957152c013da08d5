import { type RefObject, useEffect } from "react"

/** How a player reports to the server what was watched. */
export type WatchReports<Told> = {
  /** How often while it plays. */
  everyMs: number
  /** A jump further than this many seconds between two looks is a seek, not watching. */
  longestStep: number
  /** It played from one second of the video to another. */
  played(from: number, to: number): void
  /** Returns what to report now, and clears it; null if there is nothing. */
  take(position: number): Told | null
  send(told: Told): Promise<unknown>
  /** Adds a failed report to the next one. */
  restore(told: Told): void
  /** Where `send` posts it. */
  address: string
}

/** Reports how a video is watched: every so often, when it pauses, and when its reader leaves. Begins anew with `id`. */
export function useWatchReports<Told>(
  video: RefObject<HTMLVideoElement | null>,
  id: string,
  begin: (id: string) => WatchReports<Told>,
): void {
  useEffect(() => {
    const player = video.current
    if (!player) return
    const reports = begin(id)
    let last = player.currentTime
    const look = () => {
      const now = player.currentTime
      if (now > last && now - last < reports.longestStep) reports.played(last, now)
      last = now
    }
    const take = () => {
      look()
      return reports.take(last)
    }
    const report = () => {
      const told = take()
      if (told !== null) reports.send(told).catch(() => reports.restore(told))
    }
    const leave = () => {
      const told = take()
      if (told === null) return
      // The page is going: only what outlives it arrives.
      const headers = { "content-type": "application/json" }
      fetch(reports.address, { method: "POST", headers, body: JSON.stringify(told), keepalive: true }).catch(
        () => undefined,
      )
    }
    const timer = setInterval(report, reports.everyMs)
    player.addEventListener("timeupdate", look)
    player.addEventListener("pause", report)
    window.addEventListener("pagehide", leave)
    return () => {
      clearInterval(timer)
      player.removeEventListener("timeupdate", look)
      player.removeEventListener("pause", report)
      window.removeEventListener("pagehide", leave)
      leave()
    }
  }, [video, id, begin])
}
