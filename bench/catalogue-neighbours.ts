import type { Program } from "#contract/programs/programs.ts"
import { startDirectus } from "./rig/directus.ts"
import type { Benchmark, BudgetName, Figure } from "./rig/figures.ts"
import { CONNECTIONS, rateOf, sendLoad } from "./rig/load.ts"
import type { Neighbour } from "./rig/neighbour.ts"
import { signInDemo } from "./rig/people.ts"
import { startPocketBase } from "./rig/pocketbase.ts"
import { alternate, ROUND_MS, showRatio, WARM_UP_MS } from "./rig/rounds.ts"
import { startStrapi } from "./rig/strapi.ts"
import type { World } from "./rig/world.ts"

const STUDENT = "asha@demo.kaksha.example"
const PATH = "/api/v1/programs"

type Start = (world: World, programs: readonly Program[]) => Promise<Neighbour>

const NEIGHBOURS: { start: Start; budget: BudgetName }[] = [
  { start: startPocketBase, budget: "catalogue-pocketbase" },
  { start: startDirectus, budget: "catalogue-directus" },
  { start: startStrapi, budget: "catalogue-strapi" },
]

/** Throws unless the neighbour lists as many programs as we do, because a shorter list is quicker. */
async function checkList({ name, port, path, authorization }: Neighbour, programs: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } })
  const { items, data } = (await answer.json()) as { items?: object[]; data?: object[] }
  const listed = (items ?? data ?? []).length
  if (listed !== programs) throw new Error(`${name} lists ${listed} programs instead of ${programs}`)
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

    async function measure({ start, budget }: (typeof NEIGHBOURS)[number]): Promise<Figure> {
      const neighbour = await start(world, programs)
      await checkList(neighbour, programs.length)
      const { authorization } = neighbour
      const theirs = ask(neighbour.port, neighbour.path, { authorization })
      for (const side of [ours, theirs]) await side(WARM_UP_MS)
      const result = await alternate(
        async () => rateOf(await ours(ROUND_MS)),
        async () => rateOf(await theirs(ROUND_MS)),
      )
      return {
        what: `Catalogue list API beside ${neighbour.name}`,
        budget,
        value: result.ratio,
        shown: `${showRatio(result)}, ${result.product.toFixed(0)}/s`,
        method: `GET ${PATH} of ${CONNECTIONS} connections, ${result.product.toFixed(0)}/s, against ${result.control.toFixed(0)}/s of its list of the same programs for signed-in students alone, ${neighbour.differs}; ours also counts, lists the subjects and logs each request`,
      }
    }

    const figures: Figure[] = []
    for (const neighbour of NEIGHBOURS) figures.push(await measure(neighbour))
    return figures
  },
}
