import type { Benchmark, Figure } from "./rig/figures.ts"
import { CONNECTIONS, rateOf, sendLoad } from "./rig/load.ts"
import { startNginx } from "./rig/nginx.ts"
import { alternate, ROUND_MS, showRatio, WARM_UP_MS } from "./rig/rounds.ts"
import type { World } from "./rig/world.ts"

const PAGES = ["/", "/blog/draw-before-you-solve"]

async function readPage(address: string, path: string): Promise<string> {
  const answer = await fetch(address + path)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  if (!answer.headers.get("cache-control")?.startsWith("public")) throw new Error(`${path} may not be cached`)
  return answer.text()
}

async function measurePage(world: World, path: string, file: string, nginxPort: number): Promise<Figure> {
  const { host, port } = await world.product()
  const side = (sidePort: number, sidePath: string, ms: number) =>
    sendLoad(world, {
      host,
      port: sidePort,
      requests: [{ method: "GET", path: sidePath, headers: { accept: "text/html" } }],
      repeat: true,
      ms,
    })
  await side(port, path, WARM_UP_MS)
  await side(nginxPort, `/${file}`, WARM_UP_MS)
  const result = await alternate(
    async () => rateOf(await side(port, path, ROUND_MS)),
    async () => rateOf(await side(nginxPort, `/${file}`, ROUND_MS)),
  )
  return {
    what: `Content page ${path}, visitor`,
    budget: "content-html",
    value: result.ratio,
    shown: showRatio(result),
    method: `GET at ${CONNECTIONS} connections, uncompressed: ${result.product.toFixed(0)}/s against ${result.control.toFixed(0)}/s of nginx serving the same bytes from a file, as many workers as cores`,
  }
}

/** Pages without scripts, as every visitor gets them, against nginx with the same bytes. */
export const contentPages: Benchmark = {
  name: "content-pages",
  async run(world) {
    const { address } = await world.product()
    const files: Record<string, string> = {}
    for (const [number, path] of PAGES.entries()) files[`${number}.html`] = await readPage(address, path)
    const nginxPort = await startNginx(world, files)
    const figures: Figure[] = []
    for (const [number, path] of PAGES.entries()) {
      figures.push(await measurePage(world, path, `${number}.html`, nginxPort))
    }
    return figures
  },
}
