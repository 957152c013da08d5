import type { Product } from "./product.ts"

/** Returns a metric of the product's process, without labels. */
export async function readMetric({ address }: Pick<Product, "address">, name: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1])
}
