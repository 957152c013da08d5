import type { Product } from "./product.ts"

/** A figure that the product's process tells about itself, without labels. */
export async function readMetric({ address }: Product, name: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1])
}
