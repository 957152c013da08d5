import { sql } from "drizzle-orm"
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"
import type { Db } from "#platform/database/db.ts"
import { newId } from "#shared/ids.ts"
import { planShares } from "./plan.ts"

/**
 * Who does which part of a work that processes share, and until when by the database's clock. A process also has
 * a row for being there, without which a newcomer would get no share.
 */
export const leases = pgTable("leases", {
  name: text("name").primaryKey(),
  holder: uuid("holder").notNull(),
  until: timestamp("until", { withTimezone: true, mode: "date" }).notNull(),
})

/** How long a lease lasts, in milliseconds. */
export const LEASE_MS = 10_000
/** How often it is renewed, in milliseconds: a dead process's shares are taken over within 13 s in all. */
export const RENEW_MS = 3_000

export type Shares = {
  /** The shares that no other process has now; none when they could not be renewed in time. */
  held(): ReadonlySet<number>
  /** Renews them, takes free ones and gives back what is more than an even part. */
  renew(): Promise<void>
  /** Gives all of them back. */
  release(): Promise<void>
}

/**
 * Shares a work that is cut into `count` parts with the other processes on the database. A process that stays
 * silent loses its shares when its lease ends, and by its own clock a little before, so no share is held by two.
 */
export function holdShares(db: Db, work: string, count: number, leaseMs = LEASE_MS): Shares {
  const me = newId()
  const member = `${work}:member:`
  const share = `${work}:share:`
  const nameOf = (number: number) => `${share}${String(number).padStart(4, "0")}`
  const numberOf = (name: string) => Number(name.slice(share.length))
  const until = sql`clock_timestamp() + ${leaseMs} * interval '1 ms'`
  const start = Number.parseInt(me.slice(-6), 16) % count
  let held: ReadonlySet<number> = new Set()
  let endsAt = 0

  async function readState() {
    const { rows } = await db.execute<{ name: string; holder: string }>(sql`
      with silent as (
        delete from ${leases} where name in (
          select name from ${leases} where starts_with(name, ${member}) and until < clock_timestamp()
          for update skip locked)),
      here as (
        insert into ${leases} (name, holder, until) values (${member + me}, ${me}, ${until})
        on conflict (name) do update set until = excluded.until)
      select name, holder from ${leases} where starts_with(name, ${`${work}:`}) and until > clock_timestamp()`)
    const others = rows.filter(({ holder }) => holder !== me)
    const shares = others.filter(({ name }) => name.startsWith(share))
    return {
      count,
      members: 1 + others.filter(({ name }) => name.startsWith(member)).length,
      mine: [...held].sort((one, other) => one - other),
      taken: new Set(shares.map(({ name }) => numberOf(name))),
    }
  }

  async function give(shares: readonly number[]): Promise<void> {
    if (shares.length === 0) return
    const names = sql.param(shares.map(nameOf))
    await db.execute(sql`delete from ${leases} where name = any(${names}::text[]) and holder = ${me}`)
  }

  return {
    held: () => (performance.now() < endsAt ? held : new Set()),
    async renew() {
      const plan = planShares(await readState(), start)
      // Nobody else may have them before we stopped.
      held = new Set(plan.hold.filter((share) => held.has(share)))
      await give(plan.give)
      const asked = performance.now()
      const names = sql.param(plan.hold.map(nameOf))
      // In one order everywhere, so that no two statements wait for each other.
      const { rows } = await db.execute<{ name: string }>(sql`
        insert into ${leases} (name, holder, until)
        select name, ${me}, ${until} from unnest(${names}::text[]) as name order by name
        on conflict (name) do update set holder = excluded.holder, until = excluded.until
        where leases.holder = excluded.holder or leases.until < clock_timestamp()
        returning name`)
      held = new Set(rows.map(({ name }) => numberOf(name)))
      endsAt = asked + leaseMs
    },
    async release() {
      held = new Set()
      await db.execute(sql`delete from ${leases} where holder = ${me}`)
    },
  }
}
