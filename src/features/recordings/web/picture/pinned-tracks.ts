import type { RemoteVideoTrack } from "livekit-client"

type Watcher = Parameters<RemoteVideoTrack["observeElementInfo"]>[0]

/**
 * Keeps recorded tracks arriving at a fixed size, even while the tab is hidden. The video client only
 * receives what some element shows, so each track gets an element that always counts as shown.
 */
export class PinnedTracks {
  private readonly watchers = new Map<RemoteVideoTrack, Watcher>()

  keep(tracks: ReadonlyMap<RemoteVideoTrack, { width: number; height: number }>): void {
    for (const [track, watcher] of this.watchers) {
      if (tracks.has(track)) continue
      track.stopObservingElementInfo(watcher)
      this.watchers.delete(track)
    }
    for (const [track, size] of tracks) {
      if (this.watchers.has(track) || !track.isAdaptiveStream) continue
      const watcher = watcherOf(size)
      this.watchers.set(track, watcher)
      track.observeElementInfo(watcher)
    }
  }

  stop(): void {
    this.keep(new Map())
  }
}

function watcherOf({ width, height }: { width: number; height: number }): Watcher {
  return {
    element: {},
    width: () => width,
    height: () => height,
    visible: true,
    // The client treats a picture-in-picture element as visible while the tab is hidden.
    pictureInPicture: true,
    visibilityChangedAt: undefined,
    observe: () => undefined,
    stopObserving: () => undefined,
  }
}
