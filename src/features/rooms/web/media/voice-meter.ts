import { type RemoteParticipant, type RemoteTrack, type Room, RoomEvent, Track } from "livekit-client"
import { personOf } from "../people.ts"
import { averageLevel, REPORT_FROM_LEVEL } from "./voice-level.ts"

const READ_EVERY_MS = 500
/**
 * Samples of a reading, 0.7 s: two of them cover a second even in a hidden tab, whose timers run once a
 * second.
 */
const READING = 32_768
const READINGS = 2

type Meter = {
  personId: string
  source: MediaStreamAudioSourceNode
  analyser: AnalyserNode
  readings: Float32Array<ArrayBuffer>[]
}

/**
 * Listens to the microphones of the students in `voiceFor` and reports each of them once, when a second of
 * their own sound averages level 50 or more. Returns a function that stops it.
 */
export function watchVoices(
  room: Room,
  voiceFor: readonly string[],
  onVoice: (studentId: string, level: number) => void,
): () => void {
  const waiting = new Set(voiceFor)
  const meters = new Map<RemoteTrack, Meter>()
  const context = new AudioContext()

  function add(track: RemoteTrack, personId: string) {
    if (track.source !== Track.Source.Microphone || !waiting.has(personId) || meters.has(track)) return
    const source = context.createMediaStreamSource(new MediaStream([track.mediaStreamTrack]))
    const analyser = new AnalyserNode(context, { fftSize: READING })
    source.connect(analyser)
    meters.set(track, { personId, source, analyser, readings: [] })
  }
  function remove(track: RemoteTrack) {
    meters.get(track)?.source.disconnect()
    meters.delete(track)
  }
  function read() {
    if (context.state === "suspended") void context.resume()
    for (const [track, meter] of meters) {
      if (!waiting.has(meter.personId)) {
        remove(track)
        continue
      }
      const samples = new Float32Array(READING)
      meter.analyser.getFloatTimeDomainData(samples)
      meter.readings = [...meter.readings, samples].slice(-READINGS)
      const level = meter.readings.length < READINGS ? 0 : averageLevel(meter.readings)
      if (level < REPORT_FROM_LEVEL) continue
      waiting.delete(meter.personId)
      remove(track)
      onVoice(meter.personId, level)
    }
  }
  const onSubscribed = (track: RemoteTrack, _publication: unknown, participant: RemoteParticipant) =>
    add(track, personOf(participant.identity))

  for (const participant of room.remoteParticipants.values()) {
    for (const publication of participant.audioTrackPublications.values()) {
      if (publication.track) add(publication.track, personOf(participant.identity))
    }
  }
  room.on(RoomEvent.TrackSubscribed, onSubscribed).on(RoomEvent.TrackUnsubscribed, remove)
  const timer = setInterval(read, READ_EVERY_MS)
  return () => {
    clearInterval(timer)
    room.off(RoomEvent.TrackSubscribed, onSubscribed).off(RoomEvent.TrackUnsubscribed, remove)
    for (const track of [...meters.keys()]) remove(track)
    void context.close()
  }
}
