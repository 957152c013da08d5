import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { type Browser, chromium } from "@playwright/test"
import pg from "pg"
import { createPool, type Database, databaseOn } from "#platform/database/db.ts"
import { addressesOf } from "#platform/postgres/database.ts"
import playwrightConfig from "../../playwright.config.ts"
import { type Product, startProduct } from "./product.ts"

export const projectRoot = resolve(import.meta.dirname, "../..")

/** Where builds of controls and pages lie: below node_modules, so that they find their packages. */
export const cacheFolder = join(projectRoot, "node_modules/.cache/kaksha/bench")

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

export function createWorld(): World {
  const owned = new Set<Stop>()
  const world: World = {
    product: once(() => startProduct(world)),
    database: once(() => openDatabase(world)),
    browser: once(() => openBrowser(world)),
    own(stop) {
      owned.add(stop)
      return () => void owned.delete(stop)
    },
    async close() {
      for (const stop of [...owned].reverse()) {
        if (!owned.delete(stop)) continue
        try {
          await stop()
        } catch (error) {
          console.error(`  while cleaning up: ${(error as Error).message}`)
        }
      }
    },
  }
  return world
}

/** The same with another product, and that one's database. */
export function worldOf(world: World, product: Product): World {
  const other: World = { ...world, product: async () => product, database: once(() => openDatabase(other)) }
  return other
}

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null
  return () => {
    opened ??= open()
    return opened
  }
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

/** An empty database of the product's account beside its own, on the same server with the same settings. */
export async function databaseBeside(world: World, name: string): Promise<{ url: string; adminUrl: string }> {
  const { url, adminUrl } = await world.database()
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name} owner kaksha`)
  await admin.end()
  const beside = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href
  return { url: beside(url), adminUrl: beside(adminUrl) }
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
