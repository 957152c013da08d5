/** Samples a second (specification, section 9). */
const SAMPLE_RATE = 44_100

/**
 * Opens a context with the specified rate, or with the device's in a browser that mixes no tracks of another rate, as
 * Firefox did for long. Such a browser is found out before anybody speaks: the mix can't be replaced later.
 */
function openContext(): AudioContext {
  const usual = new AudioContext()
  const exact = new AudioContext({ sampleRate: SAMPLE_RATE })
  let unused = usual
  try {
    exact.createMediaStreamSource(usual.createMediaStreamDestination().stream).disconnect()
    return exact
  } catch {
    unused = exact
    return usual
  } finally {
    void unused.close()
  }
}

/**
 * The voices of a room mixed into one track, which exists from the start and stays when people come and go.
 */
export class RoomSound {
  private readonly context = openContext()
  private readonly mix = this.context.createMediaStreamDestination()
  private readonly voices = new Map<string, MediaStreamAudioSourceNode>()
  private readonly silence = this.context.createConstantSource()

  constructor() {
    // A mix without inputs yields no sound at all, and a recorder would wait for it.
    this.silence.offset.value = 0
    this.silence.connect(this.mix)
    this.silence.start()
    this.wake()
    window.addEventListener("pointerdown", this.wake)
    window.addEventListener("keydown", this.wake)
  }

  get track(): MediaStreamTrack {
    const [track] = this.mix.stream.getAudioTracks()
    if (!track) throw new Error("the mix has no track")
    return track
  }

  /** Whether the browser waits for a click before it allows sound. */
  get isWaiting(): boolean {
    return this.context.state !== "running"
  }

  private wake = (): void => void this.context.resume().catch(() => undefined)

  /** Mixes only these tracks. */
  hear(tracks: readonly MediaStreamTrack[]): void {
    const wanted = new Map(tracks.map((track) => [track.id, track]))
    for (const [id, node] of this.voices) {
      if (wanted.has(id)) continue
      node.disconnect()
      this.voices.delete(id)
    }
    for (const [id, track] of wanted) {
      if (this.voices.has(id) || track.readyState === "ended") continue
      const node = this.context.createMediaStreamSource(new MediaStream([track]))
      node.connect(this.mix)
      this.voices.set(id, node)
    }
  }

  stop(): void {
    window.removeEventListener("pointerdown", this.wake)
    window.removeEventListener("keydown", this.wake)
    this.hear([])
    this.silence.stop()
    void this.context.close()
  }
}
