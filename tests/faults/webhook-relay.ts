import { createHash } from "node:crypto"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { setTimeout as delay } from "node:timers/promises"
import { AccessToken } from "livekit-server-sdk"
import { classOfRoomName } from "#features/rooms/rules.ts"

/**
 * What happens to a message on its way: it arrives; arrives twice; arrives late, and so after later ones;
 * arrives, but the video server gets an error and sends it again; or is lost.
 */
export type Fate = "straight" | "doubled" | "late" | "unacknowledged" | "lost"

/** A message as the video server writes it. `n` counts those of one kind about one participant of a class. */
export type Passing = { event: string; classId: string | null; identity: string; n: number }

/** A person who was never there, to be forged into a class. */
export type Impostor = { room: string; identity: string }

export type WebhookRelay = {
  url: string
  /** Where messages are passed on to; until then they wait. */
  leadTo(target: string): void
  /** Decides from now on what happens to messages. */
  decide(fateOf: (message: Passing) => Fate): void
  /** Sends forgeries after every message about this class, one for each way to forge. */
  forge(classId: string, impostor: Impostor): void
  /** What the product answered to genuine messages and to forgeries, and how many had which fate. */
  answers: { genuine: number[]; forged: number[] }
  fates: Record<Fate, number>
  /** Resolves when nothing is on its way any more. */
  settled(): Promise<void>
  close(): Promise<void>
}

type Sent = { event: string; room?: { name?: string }; participant?: { identity?: string } }

const LATE_MS = 7_000
/** The status used when the product did not respond. */
const UNREACHABLE = 0

/** A real HTTP server between the video server and the product, which is an unreliable network. */
export async function startWebhookRelay(random: () => number): Promise<WebhookRelay> {
  const target = Promise.withResolvers<string>()
  const answers: WebhookRelay["answers"] = { genuine: [], forged: [] }
  const fates: Record<Fate, number> = { straight: 0, doubled: 0, late: 0, unacknowledged: 0, lost: 0 }
  const impostors = new Map<string, Impostor>()
  const counts = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  const toBeRepeated = new Set<string>()
  let fateOf: (message: Passing) => Fate = () => "straight"

  async function pass(body: string, authorization: string | undefined, to: number[], afterMs = 0) {
    await delay(afterMs)
    const headers = {
      "content-type": "application/webhook+json",
      ...(authorization !== undefined && { authorization }),
    }
    const answer = await fetch(await target.promise, { method: "POST", headers, body }).catch(() => null)
    await answer?.body?.cancel()
    to.push(answer?.status ?? UNREACHABLE)
  }

  function send(work: Promise<void>): void {
    const going = work.finally(() => underWay.delete(going))
    underWay.add(going)
  }

  function read(body: string): Passing {
    const { event, room, participant } = JSON.parse(body) as Sent
    const identity = participant?.identity ?? ""
    const classId = classOfRoomName(room?.name ?? "")
    const key = `${event} ${classId} ${identity}`
    const n = counts.get(key) ?? 0
    counts.set(key, n + 1)
    return { event, classId, identity, n }
  }

  function treat(fate: Fate, body: string, authorization: string | undefined): void {
    fates[fate] += 1
    if (fate === "lost") return
    const lateMs = fate === "late" ? 1_000 + random() * LATE_MS : 0
    send(pass(body, authorization, answers.genuine, lateMs))
    if (fate === "doubled") send(pass(body, authorization, answers.genuine, random() * LATE_MS))
  }

  async function sendForgeries(body: string, authorization: string | undefined, impostor: Impostor) {
    const { forged } = answers
    for (const lie of forgeStay(body, impostor)) {
      const token = new AccessToken("test-key", "not the secret, yet as long as it has to be")
      token.sha256 = createHash("sha256").update(lie).digest("base64")
      // Signed by a stranger, under a true signature of something else, and without any.
      await pass(lie, await token.toJwt(), forged)
      await pass(lie, authorization, forged)
      await pass(lie, undefined, forged)
    }
  }

  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { authorization } = request.headers
    // A repetition of the video server's own.
    if (toBeRepeated.delete(body)) {
      send(pass(body, authorization, answers.genuine))
      answer(response, 200)
      return
    }
    const message = read(body)
    const fate = fateOf(message)
    treat(fate, body, authorization)
    const impostor = impostors.get(message.classId ?? "")
    if (impostor) send(sendForgeries(body, authorization, impostor))
    if (fate === "unacknowledged") toBeRepeated.add(body)
    answer(response, fate === "unacknowledged" ? 503 : 200)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    leadTo: target.resolve,
    decide(next) {
      fateOf = next
    },
    forge: (classId, impostor) => void impostors.set(classId, impostor),
    answers,
    fates,
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status)
  response.end()
}

/** The same message, but about a person who came long before and left long after. */
function forgeStay(body: string, { room, identity }: Impostor): string[] {
  const sent = JSON.parse(body) as Sent & { createdAt: string }
  return [
    { event: "participant_joined", seconds: -3_600 },
    { event: "participant_left", seconds: 3_600 },
  ].map(({ event, seconds }) =>
    JSON.stringify({
      ...sent,
      id: `EV_forged_${event}_${identity}`,
      event,
      room: { ...sent.room, name: room },
      participant: { sid: `PA_forged_${identity}`, identity },
      createdAt: String(Number(sent.createdAt) + seconds),
    }),
  )
}
