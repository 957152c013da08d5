import { type Program, ProgramQuery } from "#contract/programs/programs.ts"
import { findPrograms } from "#features/programs/server/queries.ts"
import type { Ctx } from "#platform/context.ts"
import { startBareStatements } from "./rig/bare-program.ts"
import { startDirectus } from "./rig/directus.ts"
import type { Benchmark, BudgetName, Figure } from "./rig/figures.ts"
import { CONNECTIONS, rateOf, sendLoad } from "./rig/load.ts"
import type { Neighbour } from "./rig/neighbour.ts"
import { type Cookie, signInDemo } from "./rig/people.ts"
import { startPocketBase } from "./rig/pocketbase.ts"
import { compareRounds, inTurn, ROUND_MS, showRatio, WARM_UP_MS } from "./rig/rounds.ts"
import { type BareOrder, noteSent, readSession, withPlaces } from "./rig/sent.ts"
import { startStrapi } from "./rig/strapi.ts"
import type { World } from "./rig/world.ts"

const STUDENT = "asha@demo.kaksha.example"
const PATH = "/api/v1/programs"

type Start = (world: World, programs: readonly Program[]) => Promise<Neighbour>

const NEIGHBOURS: { start: Start; budget: BudgetName; besideBare?: boolean }[] = [
  { start: startPocketBase, budget: "catalogue-pocketbase" },
  { start: startDirectus, budget: "catalogue-directus", besideBare: true },
  { start: startStrapi, budget: "catalogue-strapi" },
]

/** Throws unless the neighbour lists as many programs as we do, because a shorter list is quicker. */
async function checkList({ name, port, path, authorization }: Neighbour, programs: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } })
  const { items, data } = (await answer.json()) as { items?: object[]; data?: object[] }
  const listed = (items ?? data ?? []).length
  if (listed !== programs) throw new Error(`${name} lists ${listed} programs instead of ${programs}`)
}

/** The statements by which the product finds the session and lists the programs. */
async function recordListing(world: World, cookie: Cookie): Promise<BareOrder> {
  const { url, pool } = await world.database()
  const { viewer, session } = await readSession(await world.product(), pool, cookie)
  const { db, sent } = noteSent(pool)
  await findPrograms({ db, viewer } as unknown as Ctx, ProgramQuery.parse({}))
  return { url, session, statements: sent.map((one) => withPlaces(one, { student: viewer.user_id })) }
}

/**
 * The list of programs over the API, compared with what other products return for the same rows to a
 * signed-in student.
 */
export const catalogueNeighbours: Benchmark = {
  name: "catalogue-neighbours",
  async run(world) {
    const product = await world.product()
    const { address, host, port } = product
    const headers = { cookie: await signInDemo(product, STUDENT), accept: "application/json" }
    const listed = await fetch(`${address}${PATH}`, { headers })
    const { items: programs } = (await listed.json()) as { items: Program[] }
    const ask = (onPort: number, path: string, sent: Record<string, string>) => (ms: number) =>
      sendLoad(world, {
        host,
        port: onPort,
        requests: [{ method: "GET", path, headers: sent }],
        repeat: true,
        ms,
      })
    const ours = ask(port, PATH, headers)

    const bareAsk = ask(
      await startBareStatements(world, await recordListing(world, headers.cookie)),
      PATH,
      headers,
    )

    async function measure({ start, budget, besideBare }: (typeof NEIGHBOURS)[number]): Promise<Figure[]> {
      const neighbour = await start(world, programs)
      await checkList(neighbour, programs.length)
      const { authorization } = neighbour
      const theirs = ask(neighbour.port, neighbour.path, { authorization })
      const sides = [ours, theirs, ...(besideBare ? [bareAsk] : [])]
      for (const side of sides) await side(WARM_UP_MS)
      const [own, other, bare] = await inTurn(sides.map((side) => async () => rateOf(await side(ROUND_MS))))
      const result = compareRounds(own, other)
      const method = `GET ${PATH} of ${CONNECTIONS} connections, ${result.product.toFixed(0)}/s, against`
      const figure = {
        what: `Catalogue list API beside ${neighbour.name}`,
        budget,
        value: result.ratio,
        shown: `${showRatio(result)}, ${result.product.toFixed(0)}/s`,
        method: `${method} ${result.control.toFixed(0)}/s of its list of the same programs for signed-in students alone, ${neighbour.differs}; ours also counts, lists the subjects and logs each request`,
      }
      if (!besideBare) return [figure]
      const unavoidable = compareRounds(own, bare)
      return [
        figure,
        {
          what: "Catalogue list API beside a bare Node program of the same three statements",
          budget: "catalogue-unavoidable",
          value: unavoidable.ratio,
          shown: `${showRatio(unavoidable)}; the bare program is at ${showRatio(compareRounds(bare, other))} of ${neighbour.name}`,
          method: `${method} ${unavoidable.control.toFixed(0)}/s of node:http that finds the session by its statement, sends the list's two by the same driver and writes their rows as JSON; no policy, validation, log and limits`,
        },
      ]
    }

    const figures: Figure[] = []
    for (const neighbour of NEIGHBOURS) figures.push(...(await measure(neighbour)))
    return figures
  },
}
