import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  Output,
  WEBM,
  WebMOutputFormat,
} from "mediabunny"

/** Bytes of one picture, so that thirty a second come to the 2.5 Mbps that a class is recorded with. */
const PICTURE_BYTES = 10_000

/**
 * Writes a recording of at least so many seconds as a browser leaves it, without duration or index: a short
 * one repeated, its pictures padded to the size they have in a class. Returns its length in seconds.
 */
export async function writeLongRecording(short: string, path: string, seconds: number): Promise<number> {
  const input = new Input({ formats: [WEBM], source: new FilePathSource(short) })
  const output = new Output({
    format: new WebMOutputFormat({ appendOnly: true }),
    target: new FilePathTarget(path),
  })
  try {
    const video = await input.getPrimaryVideoTrack()
    const audio = await input.getPrimaryAudioTrack()
    if (!video?.codec || !audio?.codec) throw new Error(`${short} needs picture and sound`)
    const pictures = new EncodedVideoPacketSource(video.codec)
    const sounds = new EncodedAudioPacketSource(audio.codec)
    output.addVideoTrack(pictures)
    output.addAudioTrack(sounds)
    await output.start()
    const about = { video: await video.getDecoderConfig(), audio: await audio.getDecoderConfig() }
    const each = await input.computeDuration()
    const [shown, heard] = [await packetsOf(video), await packetsOf(audio)]
    let at = 0
    for (; at < seconds; at += each) {
      const moved = (packet: EncodedPacket, data = packet.data) =>
        new EncodedPacket(data, packet.type, packet.timestamp + at, packet.duration)
      for (let next = 0, sound = 0; next < shown.length || sound < heard.length; ) {
        const picture = shown[next]
        const voice = heard[sound]
        if (picture && (!voice || picture.timestamp <= voice.timestamp)) {
          await pictures.add(moved(picture, filled(picture.data)), {
            decoderConfig: about.video ?? undefined,
          })
          next += 1
        } else if (voice) {
          await sounds.add(moved(voice), { decoderConfig: about.audio ?? undefined })
          sound += 1
        }
      }
    }
    await output.finalize()
    return at
  } finally {
    input.dispose()
  }
}

async function packetsOf(
  track: ConstructorParameters<typeof EncodedPacketSink>[0],
): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  return packets
}

function filled(data: Uint8Array): Uint8Array {
  if (data.length >= PICTURE_BYTES) return data
  const larger = new Uint8Array(PICTURE_BYTES)
  larger.set(data)
  return larger
}
