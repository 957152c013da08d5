import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  LocalVideoTrack,
  Room,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoFrame,
  VideoSource,
} from "@livekit/rtc-node"
import type { Benchmark, Figure } from "./rig/figures.ts"
import { postJson, startOwnClass } from "./rig/live-class.ts"
import { type Cookie, makeStudents } from "./rig/people.ts"
import type { World } from "./rig/world.ts"

/** People who listen and watch; fewer by CLASS_SIZE, for machines that carry fewer beside the load itself. */
const LISTENERS = Number(process.env.CLASS_SIZE ?? 100)
/** Enrolled as well, and never there. */
const ABSENT = 5
const AT_ONCE = 5
const HOLD_MS = 30_000
const FRAME_EVERY_MS = 66

/** How a class is filled: cameras are the instructor's and the first students'. */
type Filling = {
  name: "class-size" | "class-cameras"
  people: number
  cameras: number
  picture: { width: number; height: number }
}

/** The smallest of a camera's pictures: each listener decodes its own, on the machine that is measured. */
const MANY: Filling = {
  name: "class-size",
  people: LISTENERS,
  cameras: 1,
  picture: { width: 320, height: 180 },
}
/** Whole pictures, all of them encoded and decoded on the machine that is measured, so fewer people watch. */
const CAMERAS: Filling = {
  name: "class-cameras",
  people: Number(process.env.CLASS_CAMERAS_PEOPLE ?? 8),
  cameras: 5,
  picture: { width: 1_280, height: 720 },
}
const SOUND = { rate: 48_000, frame: 2_400, tone: 330 }
/** The room is looked into every 5 s, so a stay is known to within that, at either end. */
const EXACT_WITHIN_S = 12

/** The most that a class may have. */
const MOST_SEATS = 100

type Listener = { id: string; room: Room; since: number; cut: boolean }
type Joined = { server_url: string; token: string }

/** Gives the students seats in the class, even beyond its size. */
async function seat(world: World, classId: string, count: number): Promise<string[]> {
  const { pool } = await world.database()
  const { rows } = await pool.query<{ id: string }>(
    `select user_id as id from students where email like '%@bench.kaksha.example' order by created_at desc, user_id limit $1`,
    [count],
  )
  const ids = rows.map(({ id }) => id)
  // Students who had seats before keep them, uncounted: this class is full.
  await pool.query(
    "update scheduled_classes set max_capacity = $2, seats_taken = $2, seats_held = 0 where id = $1",
    [classId, Math.min(count + 10, MOST_SEATS)],
  )
  await pool.query(
    `insert into class_enrollments (id, class_id, student_id)
     select uuidv7(), $1, student from unnest($2::uuid[]) as student on conflict do nothing`,
    [classId, ids],
  )
  return ids
}

async function enter(address: string, classId: string, cookie: Cookie, device_id: string): Promise<Room> {
  const url = `${address}/api/v1/classes/${classId}/room/join`
  const { server_url, token } = (await postJson(url, cookie, { class_id: classId, device_id })) as Joined
  const room = new Room()
  // Participants subscribe once all are inside: decoding for some would take processor time from those still
  // joining.
  await room.connect(server_url, token, { autoSubscribe: false, dynacast: false })
  return room
}

/** Shows a moving picture as one participant, until the result is called. */
async function showCamera(room: Room, { width, height }: Filling["picture"]): Promise<() => void> {
  const source = new VideoSource(width, height)
  const options = new TrackPublishOptions()
  options.source = TrackSource.SOURCE_CAMERA
  await room.localParticipant?.publishTrack(LocalVideoTrack.createVideoTrack("camera", source), options)
  let turn = 0
  const timer = setInterval(() => {
    turn += 1
    const pixels = new Uint8Array(width * height * 4).fill((turn * 7) % 255)
    source.captureFrame(new VideoFrame(pixels, width, height, VideoBufferType.RGBA))
  }, FRAME_EVERY_MS)
  return () => clearInterval(timer)
}

/** A voice, or what the video server takes for one, from the instructor's place, until the result is called. */
async function speak(room: Room): Promise<() => void> {
  const source = new AudioSource(SOUND.rate, 1)
  const options = new TrackPublishOptions()
  options.source = TrackSource.SOURCE_MICROPHONE
  await room.localParticipant?.publishTrack(LocalAudioTrack.createAudioTrack("microphone", source), options)
  const wave = Int16Array.from({ length: SOUND.frame }, (_, at) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * SOUND.tone * at) / SOUND.rate)),
  )
  let speaking = true
  const goOn = async () => {
    while (speaking) await source.captureFrame(new AudioFrame(wave, SOUND.rate, 1, SOUND.frame))
  }
  void goOn()
  return () => {
    speaking = false
  }
}

async function enterAll(address: string, classId: string, people: { id: string; cookie: Cookie }[]) {
  const inside: Listener[] = []
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const part = people.slice(at, at + AT_ONCE)
    const entered = part.map(async ({ id, cookie }) => {
      const room = await enter(address, classId, cookie, "bench-listener")
      const listener = { id, room, since: Date.now(), cut: false }
      room.on("disconnected", () => {
        listener.cut = true
      })
      inside.push(listener)
    })
    await Promise.all(entered)
  }
  return inside
}

function listen({ room }: Listener): void {
  for (const participant of room.remoteParticipants.values()) {
    for (const publication of participant.trackPublications.values()) publication.setSubscribed(true)
  }
}

/** Packets that listeners received and lost, at any depth of the statistics. */
function countPackets(stats: unknown): { received: number; lost: number } {
  const sum = { received: 0, lost: 0 }
  const look = (value: unknown) => {
    if (typeof value !== "object" || value === null) return
    const { packetsReceived, packetsLost } = value as { packetsReceived?: unknown; packetsLost?: unknown }
    if (packetsReceived !== undefined && packetsLost !== undefined) {
      sum.received += Number(packetsReceived)
      sum.lost += Math.max(0, Number(packetsLost))
    }
    for (const inner of Object.values(value)) look(inner)
  }
  look(stats)
  return sum
}

type Register = { entries: { student_id: string; verdict: string; present_seconds: number }[] }

/** How many of the register's entries say something else than what happened. */
async function countWrong(address: string, classId: string, instructor: Cookie, stays: Map<string, number>) {
  const answer = await fetch(`${address}/api/v1/classes/${classId}/attendance`, {
    headers: { cookie: instructor },
  })
  const { entries } = (await answer.json()) as Register
  return entries.filter(({ student_id, present_seconds }) => {
    const stay = stays.get(student_id)
    return stay === undefined ? present_seconds > 0 : Math.abs(present_seconds - stay) > EXACT_WITHIN_S
  }).length
}

async function hold(world: World, { people: count, cameras, picture }: Filling) {
  const product = await world.product()
  const { address } = product
  const { id, instructor } = await startOwnClass(world)
  const cookies = await makeStudents(product, await world.database(), count + ABSENT)
  const ids = await seat(world, id, count + ABSENT)
  const cookieOf = await cookiesById(address, cookies)
  const people = ids.slice(0, count).map((one) => ({ id: one, cookie: cookieOf.get(one) ?? "" }))
  const teacher = await enter(address, id, instructor, "bench-camera")
  const stops = [await showCamera(teacher, picture), await speak(teacher)]
  const inside = await enterAll(address, id, people)
  for (const { room } of inside.slice(0, cameras - 1)) stops.push(await showCamera(room, picture))
  for (const one of inside) listen(one)
  await new Promise((later) => setTimeout(later, HOLD_MS))
  const cut = inside.filter((one) => one.cut).length
  const packets = { received: 0, lost: 0 }
  for (const { room } of inside.filter((one) => !one.cut)) {
    const { received, lost } = countPackets(await room.getRtcStats())
    packets.received += received
    packets.lost += lost
  }
  const stays = new Map<string, number>()
  const left = inside.map(async ({ id: student, room, since }) => {
    await room.disconnect()
    stays.set(student, (Date.now() - since) / 1_000)
  })
  await Promise.all(left)
  for (const stop of stops) stop()
  await new Promise((later) => setTimeout(later, EXACT_WITHIN_S * 1_000))
  const wrong = await countWrong(address, id, instructor, stays)
  await teacher.disconnect()
  return { cut, packets, wrong, inside: inside.length }
}

/** Whose session each cookie is. */
async function cookiesById(address: string, cookies: Cookie[]): Promise<Map<string, Cookie>> {
  const found = new Map<string, Cookie>()
  for (const cookie of cookies) {
    const answer = await fetch(`${address}/api/v1/session`, { headers: { cookie } })
    const session = (await answer.json()) as { user_id?: string; viewer?: { user_id: string } }
    found.set(session.viewer?.user_id ?? session.user_id ?? "", cookie)
  }
  return found
}

async function measure(world: World, filling: Filling): Promise<Figure[]> {
  const { cut, packets, wrong, inside } = await hold(world, filling)
  const { name, cameras, picture } = filling
  const loss = (packets.lost / Math.max(1, packets.lost + packets.received)) * 100
  const shown = `${cameras === 1 ? "1 camera" : `${cameras} cameras`} of ${picture.width}x${picture.height}`
  const method = `${shown} at 15 pictures a second with the instructor's sound, and ${inside} who watch and hear all of it in one process beside the video server, for ${HOLD_MS / 1_000} s`
  const of = cameras === 1 ? `A class of ${inside}` : `A class of ${inside} with ${shown}`
  return [
    { what: `${of}: listeners cut off`, budget: `${name}-cut`, value: cut, shown: String(cut), method },
    {
      what: `${of}: packets lost`,
      budget: `${name}-loss`,
      value: packets.received === 0 ? 100 : loss,
      shown: `${loss.toFixed(2)} % of ${packets.received}`,
      method,
    },
    {
      what: `${of}: entries of the register that are wrong`,
      budget: `${name}-attendance`,
      value: wrong,
      shown: String(wrong),
      method: `present_seconds of ${inside} who were there against their stay, within ${EXACT_WITHIN_S} s, and of ${ABSENT} who never came against none`,
    },
  ]
}

/** A class of many who listen to one camera, and one in which five show theirs. */
export const classSize: Benchmark = {
  name: "class-size",
  async run(world) {
    const many = await measure(world, MANY)
    return [...many, ...(await measure(world, CAMERAS))]
  },
}
