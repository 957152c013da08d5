import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import type { BrowserContext } from "@playwright/test"
import type { Pool } from "pg"
import { createPool } from "../src/platform/database/db.ts"
import { addressesOf } from "../src/platform/postgres/database.ts"
import { AHEAD_FILE } from "./moved-date.ts"
import type { Product } from "./product.ts"

/** The environment of a product whose clock can be moved. */
export const MOVABLE: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import=${new URL("./moved-date.ts", import.meta.url)}`,
}

/** A product's clock, which goes on by itself and is moved ahead together with those of browsers. */
export type MovedClock = {
  database: Pool
  now(): Date
  /** Moves on to an instant. Throws when it is past. */
  moveTo(instant: Date): Promise<void>
  /** Has browsers live in the same time from now on. */
  bring(context: BrowserContext): Promise<void>
  close(): Promise<void>
}

/** Connects to the database of a product that runs. */
export function connectTo({ dataFolder }: Product, connections: number): Pool {
  const password = readFileSync(join(dataFolder, "postgres.password"), "utf8").trim()
  const port = Number(readFileSync(join(dataFolder, "postgres.port"), "utf8"))
  return createPool(addressesOf(password, port).url, connections)
}

export async function openClock(product: Product): Promise<MovedClock> {
  const { dataFolder } = product
  const database = connectTo(product, 1)
  const contexts: BrowserContext[] = []
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  return {
    database,
    now,
    async moveTo(instant) {
      if (instant < now()) throw new Error(`${instant.toISOString()} is past`)
      ahead = instant.getTime() - Date.now()
      const file = join(dataFolder, AHEAD_FILE)
      writeFileSync(`${file}.new`, String(ahead), { mode: 0o600 })
      renameSync(`${file}.new`, file)
      // The job store has its own clock, in the one place where its statements read it.
      await database.query(`create or replace function pgboss.job_now() returns timestamptz language sql stable
        as $$ select pg_catalog.now() + interval '${Math.round(ahead)} milliseconds' $$`)
      await delay(50)
      await Promise.all(contexts.map((context) => context.clock.setSystemTime(now())))
    },
    async bring(context) {
      contexts.push(context)
      await context.clock.install({ time: now() })
    },
    close: () => database.end(),
  }
}
