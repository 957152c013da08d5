import { setTimeout as delay } from "node:timers/promises"
import { Room } from "@livekit/rtc-node"
import { v7 } from "uuid"
import { INKS, WHITEBOARD_TOPIC } from "#contract/rooms/whiteboard-page.ts"
import { postJson } from "./rig/live-class.ts"

/**
 * A process of students who draw on a whiteboard as browsers do: parts of strokes every 60 ms to the others, and what is
 * finished to the API. They draw for whom `watcher` names: what each receives from all others would be measured, too.
 */

export type DrawingOrder = {
  address: string
  classId: string
  cookies: string[]
  watcher: string
  ms: number
}
export type DrawingTally = { strokes: number; packets: number }

const PART_EVERY_MS = 60
const PARTS = 20
const POINTS_OF_PART = 4
const BETWEEN_MS = 700
const AT_ONCE = 5

type Joined = { server_url: string; token: string }

async function enter({ address, classId, cookies }: DrawingOrder): Promise<{ room: Room; cookie: string }[]> {
  const inside: { room: Room; cookie: string }[] = []
  for (let at = 0; at < cookies.length; at += AT_ONCE) {
    const part = cookies.slice(at, at + AT_ONCE).map(async (cookie) => {
      const url = `${address}/api/v1/classes/${classId}/room/join`
      const joined = await postJson(url, cookie, { class_id: classId, device_id: "bench-pen" })
      const { server_url, token } = joined as Joined
      const room = new Room()
      await room.connect(server_url, token, { autoSubscribe: false, dynacast: false })
      inside.push({ room, cookie })
    })
    await Promise.all(part)
  }
  return inside
}

/** One person draws one stroke after the other until it is over. */
async function draw(order: DrawingOrder, { room, cookie }: { room: Room; cookie: string }, place: number) {
  const { address, classId, watcher, ms } = order
  const tally: DrawingTally = { strokes: 0, packets: 0 }
  const send = async (packet: object) => {
    const bytes = new TextEncoder().encode(JSON.stringify(packet))
    await room.localParticipant?.publishData(bytes, {
      reliable: true,
      topic: WHITEBOARD_TOPIC,
      destination_identities: [watcher],
    })
    tally.packets += 1
  }
  const end = Date.now() + ms
  // People don't all begin at once.
  await delay((place * 137) % 900)
  while (Date.now() < end) {
    const look = { kind: "pen", ink: INKS[place % INKS.length], size: 4, text: "", page: 0 } as const
    const id = v7()
    const points: number[] = []
    const [left, top] = [(place % 6) * 250 + 20, Math.floor(place / 6) * 170 + ((tally.strokes * 29) % 110)]
    for (let part = 0; part < PARTS; part += 1) {
      const from = points.length
      for (let point = 0; point < POINTS_OF_PART; point += 1) {
        const step = part * POINTS_OF_PART + point
        points.push(left + step * 2.5, top + 22 + 18 * Math.sin(step / 4), 50)
      }
      const whole = points.map(Math.round)
      await send({ stroke: { ...look, id, from, points: whole.slice(from) } })
      await delay(PART_EVERY_MS)
    }
    const item = { ...look, id, version: 1, gone: false, points: points.map(Math.round) }
    await send({ items: [item] })
    tally.strokes += 1
    const saved = delay(600).then(() =>
      postJson(`${address}/api/v1/classes/${classId}/room/whiteboard`, cookie, { items: [item] }),
    )
    await Promise.all([saved, delay(BETWEEN_MS)])
  }
  return tally
}

process.once("message", async (message) => {
  const order = message as DrawingOrder
  const inside = await enter(order)
  process.send?.("inside")
  await new Promise((begin) => process.once("message", begin))
  const tallies = await Promise.all(inside.map((one, place) => draw(order, one, place)))
  const sum = (name: keyof DrawingTally) => tallies.reduce((all, one) => all + one[name], 0)
  process.send?.({ strokes: sum("strokes"), packets: sum("packets") } satisfies DrawingTally)
  await Promise.all(inside.map(({ room }) => room.disconnect()))
  process.exit(0)
})
