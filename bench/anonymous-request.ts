import { MOST_COOKIES, MOST_PARAMETERS, USUAL } from "#app/http/request-limits.ts"
import type { Benchmark } from "./rig/figures.ts"
import type { Product } from "./rig/product.ts"

type Shape = { what: string; path: string; headers?: Record<string, string>; type?: string; body?: string }

const TIMES = 40
const WARM_UP = 5
const FORM = "application/x-www-form-urlencoded"
const JSON_TYPE = "application/json"
const BODY_CHARACTERS = USUAL.bytes - 4_000
/** What a search or a name may be made of to cost the most: words, spaces, marks, markup and letters of many bytes. */
const FILLINGS = ["a", " ", "a ", "a@a.", "<", '"', "+", "क", "a\u0301", "👩\u200d"]
const FIELDS = ["email", "password", "first_name", "last_name", "phone", "message", "subject", "code", "to"]
const FORMS = ["/auth", "/student-auth", "/teacher-auth", "/contact", "/guardian", "/forgot-password"]
const PAGES = ["/courses", "/live-classes", "/auth", "/blog", "/nothing"]
const PROCEDURES = ["session", "students", "contact-messages", "password-resets", "guardian/codes"]

const times = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at))

function filled(filling: string): URLSearchParams {
  const each = Math.floor(BODY_CHARACTERS / FIELDS.length / encodeURIComponent(filling).length)
  return new URLSearchParams(FIELDS.map((name) => [name, filling.repeat(each)]))
}

/** How often it goes into each field of a JSON body. */
function fits(filling: string): number {
  return Math.floor(BODY_CHARACTERS / FIELDS.length / Buffer.byteLength(filling))
}

/** Requests of a visitor that are just within the limits, each made to cost as much as it can. */
function shapes(): Shape[] {
  const many = USUAL.fields - 1
  const queries = FILLINGS.map((filling) => filling.repeat(7_500 / encodeURIComponent(filling).length))
  const bodies: [what: string, body: string][] = [
    ...FILLINGS.map((filling): [string, string] => [`fields of ${filling}`, filled(filling).toString()]),
    ["one key again and again", "email=x&".repeat(many)],
    ["many keys", times(many, (at) => `k${at}=1`).join("&")],
    ["deep names", times(many, (at) => `a[b][c][d][e][f][g][h][k${at}]=1`).join("&")],
    ["long lists", times(29, (at) => `k${at}[9][x]=1`).join("&")],
  ]
  const texts = FILLINGS.map((filling) =>
    Object.fromEntries(FIELDS.map((name) => [name, filling.repeat(Math.min(1_500, fits(filling)))])),
  )
  return [
    ...PAGES.flatMap((path) =>
      queries.map((query) => ({
        what: "a long search",
        path: `${path}?search=${encodeURIComponent(query)}`,
      })),
    ),
    ...PAGES.map((path) => ({
      what: "many parameters",
      path: `${path}?${times(MOST_PARAMETERS, (at) => `subject=${at}`).join("&")}`,
    })),
    ...FORMS.flatMap((path) => bodies.map(([what, body]) => ({ what, path, type: FORM, body }))),
    ...PROCEDURES.flatMap((name) => [
      ...texts.map((text) => ({
        what: "texts",
        path: `/api/v1/${name}`,
        type: JSON_TYPE,
        body: JSON.stringify(text),
      })),
      {
        what: "deep names",
        path: `/api/v1/${name}`,
        type: FORM,
        body: times(many, (at) => `a[b][c][${at % 250}]=1`).join("&"),
      },
    ]),
    {
      what: "many cookies",
      path: "/courses",
      headers: { cookie: "kaksha.theme=dark; ".repeat(MOST_COOKIES - 1) },
    },
    { what: "many languages", path: "/courses", headers: { "accept-language": "en;q=0.1,".repeat(1_400) } },
    { what: "many encodings", path: "/courses", headers: { "accept-encoding": "br;q=0.1,".repeat(1_400) } },
  ]
}

/** Seconds of processor time that the product took so far, over all its threads. */
async function processorSeconds({ address }: Product): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1])
}

async function ask({ address }: Product, { path, headers, type, body }: Shape): Promise<number> {
  const answer = await fetch(address + path, {
    redirect: "manual",
    ...(body !== undefined && { method: "POST", body }),
    headers: { ...headers, ...(type && { "content-type": type }) },
  })
  await answer.arrayBuffer()
  return answer.status
}

/** What the worst request of a visitor costs that is not refused for its size. */
export const anonymousRequest: Benchmark = {
  name: "anonymous-request",
  async run(world) {
    const product = await world.product()
    let worst = { ms: 0, shape: "" }
    let refused = 0
    const all = shapes()
    for (const shape of all) {
      for (let warm = 0; warm < WARM_UP; warm += 1) await ask(product, shape)
      const before = await processorSeconds(product)
      let status = 0
      for (let turn = 0; turn < TIMES; turn += 1) status = await ask(product, shape)
      const ms = ((await processorSeconds(product)) - before) * (1_000 / TIMES)
      if ([413, 414, 431].includes(status)) refused += 1
      if (ms > worst.ms) worst = { ms, shape: `${shape.what} to ${shape.path.slice(0, 30)}, ${status}` }
    }
    if (refused > 0) throw new Error(`${refused} of the shapes are past the limits`)
    return [
      {
        what: "Any anonymous request within the limits",
        budget: "anonymous-request",
        value: worst.ms,
        shown: `${worst.ms.toFixed(1)} ms of processor time`,
        method: `the worst of ${all.length} shapes (${worst.shape}), each ${TIMES} times one after the other; all threads of the product, its jobs and the compression among them`,
      },
    ]
  },
}
