import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { BrowserContext } from "@playwright/test"
import { freePort } from "#tests/free-port.ts"
import { type Product, startProduct } from "./product.ts"
import type { World } from "./world.ts"

export const readKept = <T>({ dataFolder }: Pick<Product, "dataFolder">, name: string) =>
  JSON.parse(readFileSync(join(dataFolder, name), "utf8")) as T

/** The certificate that a product made for the local network. */
export const certificateOf = (product: Product) =>
  readKept<{ key: string; cert: string }>(product, "lan.json")

/**
 * Starts a product that the local network reaches. Its own address is this machine's alone; `lan` is the one for
 * others, over TLS.
 */
export async function startLanProduct(
  world: World,
  env: NodeJS.ProcessEnv = {},
): Promise<{ product: Product; lan: string }> {
  const port = await freePort()
  const started = await startProduct(world, { ...env, LAN: "true", PORT: String(port) })
  return { product: { ...started, address: `http://127.0.0.1:${port}`, port }, lan: started.address }
}

/** Gives another machine's browser the PIN that the trial asks for. */
export async function passDoor(context: BrowserContext, lan: string, product: Product): Promise<void> {
  const { lanPin } = readKept<{ lanPin: string }>(product, "secrets.json")
  const door = await context.newPage()
  await door.goto(`${lan}/theme?pin=${lanPin}`)
  await door.close()
}
