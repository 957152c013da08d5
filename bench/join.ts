import { readFileSync } from "node:fs"
import { join as joinPath } from "node:path"
import { formatIdentity } from "#platform/video/identity.ts"
import { mintToken } from "#platform/video/token.ts"
import { type Entry, startBareRoom } from "./rig/bare-room.ts"
import type { Benchmark } from "./rig/figures.ts"
import { type Arrival, HOVER_MS, measureArrival, openContext, TAP_MS } from "./rig/first-frame.ts"
import { postJson, startOwnClass } from "./rig/live-class.ts"
import { signInDemo } from "./rig/people.ts"
import { alternate, showRatio } from "./rig/rounds.ts"
import type { World } from "./rig/world.ts"

const STUDENT = "asha@demo.kaksha.example"
/** Clicks on each side, after one of each that isn't counted. */
const CLICKS = 11

type Joined = Entry & { room: string; identity: string }

/**
 * Lets bare pages into the room as further devices of people who may be there, so that they end no other
 * connection.
 */
function bareEntrance(dataFolder: string, joined: Joined): () => Promise<Entry> {
  const secrets = JSON.parse(readFileSync(joinPath(dataFolder, "secrets.json"), "utf8"))
  const { videoKey, videoSecret } = secrets as { videoKey: string; videoSecret: string }
  const person = joined.identity.split(":")[0] ?? ""
  let device = 0
  return async () => {
    device += 1
    const token = await mintToken(videoKey, videoSecret, {
      room: joined.room,
      identity: formatIdentity(person, `bare-page-${device}`),
      name: "Bare page",
      grant: { canPublish: false, sources: [], canPublishData: false, canSubscribe: true },
      ttlSeconds: 120,
    })
    return { server_url: joined.server_url, token }
  }
}

/** Brings the instructor's camera into the room, and the bare page up. */
async function prepare(world: World) {
  const product = await world.product()
  const browser = await world.browser()
  const { id, instructor } = await startOwnClass(world, [STUDENT])
  const student = await signInDemo(product, STUDENT)
  const enter = (cookie: string, device_id: string) =>
    postJson(`${product.address}/api/v1/classes/${id}/room/join`, cookie, {
      class_id: id,
      device_id,
    }) as Promise<Joined>
  const camera = await enter(instructor, "bench-camera")
  const admit = bareEntrance(product.dataFolder, await enter(student, "bench-token"))
  const bare = await startBareRoom(world, async (publishes) => (publishes ? camera : admit()))
  const cameraContext = await openContext(browser, bare)
  const publisher = await cameraContext.newPage()
  await publisher.goto(`${bare}/?publish`)
  await publisher.waitForSelector("html[data-publishing]")
  const room = {
    address: product.address,
    path: "/live-classes",
    button: `a[href="/class/${id}/room"]`,
    cookie: student,
  }
  // A running camera would disturb the next measurement.
  const close = () => cameraContext.close()
  return { product: room, control: { address: bare, path: "/", button: "button" }, close }
}

function listPaths(paths: string[]): string {
  return paths.map((path) => path.replace(/[\da-f]{8}-[\da-f-]{27}/g, "{id}")).join(", ") || "none"
}

type Sides = Pick<Awaited<ReturnType<typeof prepare>>, "product" | "control">

/** Joins in turn with the page of the video client alone, after one of each that isn't counted. */
async function compare(world: World, { product, control }: Sides, by: "pointer" | "finger") {
  const browser = await world.browser()
  const arrivals: Arrival[] = []
  const joinProduct = async () => {
    const arrival = await measureArrival(browser, product, by)
    arrivals.push(arrival)
    return arrival.ms
  }
  const joinControl = async () => (await measureArrival(browser, control, by)).ms
  await joinProduct()
  await joinControl()
  const result = await alternate(joinProduct, joinControl, CLICKS)
  const most = arrivals.reduce((worst, one) => (one.requests.length > worst.requests.length ? one : worst))
  return { result, most }
}

/**
 * From the click on Join to the first frame of another participant, compared with a page with the video
 * client only.
 */
export const join: Benchmark = {
  name: "join",
  async run(world) {
    const { close, ...sides } = await prepare(world)
    const measure = async () => ({
      pointer: await compare(world, sides, "pointer"),
      finger: await compare(world, sides, "finger"),
    })
    const { pointer, finger } = await measure().finally(close)
    const against = ({ result }: typeof pointer) =>
      `one camera in the room: ${result.product.toFixed(0)} ms against ${result.control.toFixed(0)} ms of a page with livekit-client alone that asks its server for a token`
    return [
      {
        what: "Click on Join to first remote frame",
        budget: "join-time",
        value: pointer.result.ratio,
        shown: `${showRatio(pointer.result)}, ${pointer.result.product.toFixed(0)} ms`,
        method: `${CLICKS} first visits of /live-classes in Chromium, Join clicked ${HOVER_MS} ms after the pointer reached it, ${against(pointer)}`,
      },
      {
        what: "Tap on Join to first remote frame",
        budget: "join-touch",
        value: finger.result.ratio,
        shown: `${showRatio(finger.result)}, ${finger.result.product.toFixed(0)} ms`,
        method: `${CLICKS} first visits of /live-classes in Chromium, Join tapped for ${TAP_MS} ms by a finger that nothing announced, ${against(finger)}`,
      },
      {
        what: "Application requests between click and socket",
        budget: "join-requests",
        value: pointer.most.requests.length,
        shown: String(pointer.most.requests.length),
        method: `requests that reach the product, except for files, from the click to the handshake: ${listPaths(pointer.most.requests)}; the token is asked for as the pointer nears the link. After a tap: ${listPaths(finger.most.requests)}`,
      },
    ]
  },
}
