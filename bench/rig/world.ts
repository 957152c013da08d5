import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { type Browser, chromium } from "@playwright/test"
import type pg from "pg"
import { createPool, type Database, databaseOn } from "#platform/db.ts"
import { addressesOf } from "#platform/postgres/database.ts"
import { startProduct } from "../../e2e/product.ts"
import playwrightConfig from "../../playwright.config.ts"

export const projectRoot = resolve(import.meta.dirname, "../..")

/** Where builds of controls and pages lie: below node_modules, so that they find their packages. */
export const cacheFolder = join(projectRoot, "node_modules/.cache/kaksha/bench")

export type Product = { address: string; host: string; port: number; dataFolder: string }

export type ProductDatabase = { url: string; adminUrl: string; pool: pg.Pool; db: Database }

type Stop = () => unknown

/**
 * What benchmarks share: one product with a data folder of its own, its database, one browser. Each is brought
 * up when first asked for. `close` ends all of it, the last one first.
 */
export type World = {
  product(): Promise<Product>
  database(): Promise<ProductDatabase>
  browser(): Promise<Browser>
  /** Has `stop` run at the end, unless the returned function is called before. */
  own(stop: Stop): () => void
  close(): Promise<void>
}

/** How long the product may take to stop before it is killed, in milliseconds. */
const STOP_WITHIN_MS = 20_000

export function createWorld(): World {
  const owned: Stop[] = []
  const world: World = {
    product: once(() => openProduct(world)),
    database: once(() => openDatabase(world)),
    browser: once(() => openBrowser(world)),
    own(stop) {
      owned.push(stop)
      return () => void owned.splice(owned.indexOf(stop), 1)
    },
    async close() {
      for (let stop = owned.pop(); stop; stop = owned.pop()) {
        await Promise.resolve(stop()).catch((error: Error) =>
          console.error(`  while cleaning up: ${error.message}`),
        )
      }
    },
  }
  return world
}

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null
  return () => {
    opened ??= open()
    return opened
  }
}

async function openProduct(world: World): Promise<Product> {
  const dataFolder = mkdtempSync(join(tmpdir(), "kaksha-bench-"))
  world.own(() => rmSync(dataFolder, { recursive: true, force: true }))
  const started = await startProduct({ NODE_OPTIONS: process.env.BENCH_PRODUCT_OPTIONS ?? "" }, dataFolder)
  world.own(async () => {
    const late = setTimeout(() => started.process.kill("SIGKILL"), STOP_WITHIN_MS)
    await started.stop()
    clearTimeout(late)
  })
  const port = Number(new URL(started.address).port)
  return { address: started.address, host: "127.0.0.1", port, dataFolder }
}

async function openDatabase(world: World): Promise<ProductDatabase> {
  const { dataFolder } = await world.product()
  const remembered = (name: string) => readFileSync(join(dataFolder, name), "utf8").trim()
  const { url, adminUrl } = addressesOf(remembered("postgres.password"), Number(remembered("postgres.port")))
  const pool = createPool(url, 4)
  // Its connections break when the product stops first, and nothing is lost by that.
  pool.on("error", () => {})
  world.own(() => pool.end())
  return { url, adminUrl, pool, db: databaseOn(pool) }
}

async function openBrowser(world: World): Promise<Browser> {
  const browser = await chromium.launch({
    ...playwrightConfig.use?.launchOptions,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  world.own(() => browser.close())
  return browser
}
