import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  isPage,
  LARGER,
  largerAt,
  MOST_COOKIES,
  MOST_HEADERS,
  MOST_PARAMETERS,
  USUAL,
} from "#app/http/request-limits.ts"
import type { SignedIn } from "#platform/context.ts"
import { allowed } from "./authorisation/allowed.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "./people.ts"
import { everyRouteOf, fill, procedures, type Route } from "./routes.ts"

let product: HttpProduct
let people: Record<"admin" | "instructor" | "student" | "guardian", SignedIn>

beforeAll(async () => {
  // Reads what it is sent, as a page would, and says how much it was.
  product = await startHttpProduct({}, undefined, undefined, undefined, async (request) => {
    const read = request.method === "GET" ? 0 : (await request.arrayBuffer()).byteLength
    return new Response(`${request.method} ${read}`, { headers: { "content-type": "text/plain" } })
  })
  const { ctx } = product
  const student = await createStudent(ctx, {
    under_18: true,
    parent_name: "Sunita Rao",
    parent_phone: "+919123400001",
  })
  people = {
    admin: await createAdmin(ctx),
    instructor: await createInstructor(ctx),
    student,
    guardian: await createGuardian(ctx, student),
  }
})
afterAll(() => product?.close())

const isWrite = ({ method }: Pick<Route, "method">) => method !== "GET" && method !== "HEAD"

/** Sends these bytes. Returns the status of the response, and how much of an endless body could be sent. */
function rawRequest(
  head: string[],
  rest: (sent: number) => Buffer | null,
): Promise<[status: number, sent: number]> {
  const { hostname, port } = new URL(product.address)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let [sent, answer] = [0, ""]
    socket.setTimeout(5_000, () => socket.destroy(new Error(`no answer: ${head[0]}`)))
    const pump = () => {
      const piece = answer === "" ? rest(sent) : null
      if (!piece || socket.destroyed) return
      sent += piece.length
      socket.write(`${piece.length.toString(16)}\r\n`)
      socket.write(piece)
      socket.write("\r\n", () => setTimeout(pump, 1))
    }
    socket.on("connect", () => {
      socket.write(`${[...head, "Host: localhost", "", ""].join("\r\n")}`)
      pump()
    })
    socket.on("data", (piece) => {
      answer += piece
      socket.destroy()
    })
    // A server that has read enough may close the connection while more is on its way.
    socket.on("error", (error) => (answer === "" ? reject(error) : null))
    socket.on("close", () => resolve([Number(answer.slice(9, 12)), sent]))
  })
}

const FORM = "application/x-www-form-urlencoded"
const PARTS_TYPE = "multipart/form-data; boundary=x"
const JSON_TYPE = "application/json"
const PIECE = Buffer.alloc(16_384, "a")

const nested = (times: number) => `a${"[b]".repeat(times)}=1`
const parts = (count: number, name: (at: number) => string) =>
  `${Array.from({ length: count }, (_, at) => `--x\r\nContent-Disposition: form-data; name="${name(at)}"\r\n\r\n1\r\n`).join("")}--x--\r\n`

type Body = [what: string, type: string, body: string]

/** Bodies of a few kilobytes with too many fields. */
const FULL: [Body, ...Body[]] = [
  ["a form of repeated keys", FORM, "a&".repeat(USUAL.fields)],
  ["a form of many keys", FORM, Array.from({ length: 400 }, (_, at) => `k${at}=1`).join("&")],
  ["a list of many places", FORM, "a[4294967294]=1"],
  ["many lists of some places", FORM, Array.from({ length: 40 }, (_, at) => `k${at}[9]=1`).join("&")],
  ["a form in parts", PARTS_TYPE, parts(400, () => "a")],
  ["a list", JSON_TYPE, JSON.stringify(Array(400).fill(1))],
  [
    "an object",
    JSON_TYPE,
    JSON.stringify(Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`k${at}`, 1]))),
  ],
]
/** The same with too many levels. */
const DEEP: [Body, ...Body[]] = [
  ["a deep name", FORM, nested(20)],
  ["brackets by percent", FORM, nested(20).replaceAll("[", "%5B").replaceAll("]", "%5D")],
  ["a deep name of dots", FORM, `${"a.".repeat(20)}b=1`],
  ["a deep name of a part", PARTS_TYPE, parts(1, () => nested(20).slice(0, -2))],
  ["lists in lists", JSON_TYPE, "[".repeat(2_000) + "]".repeat(2_000)],
  ["objects in objects", JSON_TYPE, `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`],
]

/** What listed routes say to visitors instead, before they take more. */
const NOT_YET = [401, 403]

describe("every route", () => {
  test("OPS-04 there are hundreds of them, and each larger one is a route of its own", () => {
    const all = everyRouteOf(product)
    expect(all.length).toBeGreaterThan(300)
    for (const { route, why } of LARGER) {
      const [method, path] = route.split(" ")
      expect(
        all.some((one) => one.method === method && one.path === path),
        route,
      ).toBe(true)
      expect(why, route).not.toBe("")
    }
  })

  test("OPS-04 refuses a body that says it is too long before any of it is sent", async () => {
    for (const { method, sample } of everyRouteOf(product)) {
      const [status] = await rawRequest(
        [`${method} ${sample} HTTP/1.1`, `Content-Type: ${FORM}`, "Content-Length: 500000000"],
        () => null,
      )
      expect(status, `${method} ${sample}`).toBe(413)
    }
  }, 60_000)

  test("OPS-04 refuses a body that never ends once it is past the limit", async () => {
    for (const { method, sample } of everyRouteOf(product).filter(isWrite)) {
      const [status, sent] = await rawRequest(
        [`${method} ${sample} HTTP/1.1`, `Content-Type: ${FORM}`, "Transfer-Encoding: chunked"],
        (already) => (already > 2 ** 20 ? null : PIECE),
      )
      const larger = largerAt(method, sample)
      if (larger?.streamed) expect(status, sample).toBe(411)
      // Anyone who may not send more gets an error or the sign-in page, after only the usual amount was read.
      else if (larger && larger.who !== "proven") expect([200, ...NOT_YET], sample).toContain(status)
      else expect(status, `${method} ${sample}`).toBe(413)
      expect(sent, `${method} ${sample}`).toBeLessThan(8 * USUAL.bytes)
    }
  }, 60_000)

  test("OPS-04 refuses a body of too many fields, or nested too deeply, and costs next to nothing", async () => {
    const routes = everyRouteOf(product).filter(
      (route) => isWrite(route) && !largerAt(route.method, route.sample)?.streamed,
    )
    const before = process.cpuUsage()
    let asked = 0
    for (const [at, { method, sample }] of routes.entries()) {
      const larger = largerAt(method, sample)
      if (larger && larger.fields > USUAL.fields) continue
      // Each route gets one of both kinds, and each body goes to some forty routes.
      for (const bodies of [FULL, DEEP]) {
        const [what, type, body] = bodies[at % bodies.length] ?? bodies[0]
        const answer = await fetch(product.address + sample, {
          method,
          headers: { "content-type": type },
          body,
        })
        asked += 1
        // Pages take nothing but forms; visitors are led to sign in, without what they sent.
        const expected =
          type === JSON_TYPE && isPage(sample) ? [415] : larger ? [413, 200, ...NOT_YET] : [413]
        expect(expected, `${what}: ${method} ${sample}`).toContain(answer.status)
        const text = await answer.text()
        if (answer.status === 413)
          expect(JSON.parse(text), sample).toMatchObject({ code: "PAYLOAD_TOO_LARGE" })
        else if (answer.status === 200) expect(text).toBe("POST 0")
      }
    }
    const { user, system } = process.cpuUsage(before)
    expect(asked).toBeGreaterThan(500)
    // Both sides of the connection are counted: some 5 ms a request.
    expect((user + system) / 1_000 / asked).toBeLessThan(25)
  }, 60_000)

  test("OPS-04 refuses compressed bodies, long addresses, many parameters, headers and cookies", async () => {
    const many = Array.from({ length: MOST_PARAMETERS + 1 }, (_, at) => `p${at}=1`).join("&")
    const headers = Object.fromEntries(Array.from({ length: MOST_HEADERS + 1 }, (_, at) => [`x-${at}`, "1"]))
    const cookie = "a=1; ".repeat(MOST_COOKIES + 2)
    const heads: [query: string, headers: Record<string, string>, status: number][] = [
      [`?${many}`, {}, 414],
      [`?${nested(20)}`, {}, 414],
      [`?q=${"a".repeat(9_000)}`, {}, 414],
      ["", headers, 431],
      ["", { cookie }, 431],
    ]
    for (const [at, { method, sample }] of everyRouteOf(product).entries()) {
      const [query, more, status] = heads[at % heads.length] ?? ["", {}, 0]
      const sent = { method, headers: { "content-type": FORM, ...more } }
      expect((await fetch(product.address + sample + query, sent)).status, sample + query).toBe(status)
      if (!isWrite({ method })) continue
      const zipped = { method, headers: { "content-type": FORM, "content-encoding": "gzip" }, body: "a=1" }
      expect((await fetch(product.address + sample, zipped)).status, sample).toBe(415)
    }
  }, 60_000)
})

describe("a route that takes more", () => {
  const listed = LARGER.filter(({ who, streamed }) => typeof who !== "string" && !streamed)

  test.each(listed.map(({ route }) => route))(
    "OPS-04 %s does so for whom its policy lets through, to its limit",
    async (route) => {
      const [method = "", pattern = ""] = route.split(" ")
      const larger = largerAt(method, fill(pattern))
      if (!larger || typeof larger.who === "string") throw new Error("not listed")
      const send = async (person: SignedIn, bytes: number) => {
        const body = `a=${"a".repeat(bytes - 2)}`
        const headers = { "content-type": FORM, cookie: await product.cookieOf(person) }
        const answer = await fetch(product.address + fill(pattern), { method, headers, body })
        await answer.arrayBuffer()
        return answer.status
      }
      for (const person of Object.values(people)) {
        const over = await send(person, USUAL.bytes + 1)
        const may = larger.who(person)
        expect(over === 403, `${person.role}: ${over}`).toBe(!may)
        if (!may) continue
        expect([413, 403, 500], person.role ?? "").not.toContain(await send(person, larger.bytes))
        expect(await send(person, larger.bytes + 1), person.role ?? "").toBe(413)
      }
    },
  )

  const DRAWN = new Set(["rooms.draw", "rooms.addPicture"])
  test("OPS-04 asks of the sender what the matrix of who may call it says", () => {
    for (const { method, path, name } of procedures()) {
      const larger = largerAt(method, fill(path))
      if (!larger || typeof larger.who === "string" || !name) continue
      for (const [persona, person] of Object.entries(people)) {
        const may = (allowed[name] ?? []).some((one) => one.toLowerCase().endsWith(persona))
        // Whose class it is shows only later.
        if (may) expect(larger.who(person), `${name} ${persona}`).toBe(true)
        // The matrix' class lets students watch the whiteboard only; others let them draw.
        else if (persona === "guardian" || (persona === "student" && !DRAWN.has(name)))
          expect(larger.who(person), `${name} ${persona}`).toBe(false)
      }
    }
  })
})
