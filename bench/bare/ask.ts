import { randomUUID } from "node:crypto"
import pg from "pg"
import type { BareOrder, Sent } from "../rig/sent.ts"

/** As many connections as a process of the product has. */
const CONNECTIONS = 20

/** Sends what a request can't do without. Returns the rows of each statement; null where nobody is signed in. */
type Ask = (cookie: string | undefined, places?: Record<string, string>) => Promise<unknown[][] | null>

/** Reads from the environment which statements a bare program sends, by the product's driver, each under a name. */
export function openAsk(): Ask | null {
  if (!process.env.BARE_ORDER) return null
  const { url, session, statements } = JSON.parse(process.env.BARE_ORDER) as BareOrder
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, options: "-c jit=off", pipeline: true })
  type On = Pick<pg.Pool, "query">
  const send = async (on: On, name: string, { text, values }: Sent, places: Record<string, string>) => {
    const fill = (value: unknown) =>
      typeof value === "string" ? value.replace(/\{(\w+)\}/g, (place, of) => places[of] ?? place) : value
    return (await on.query({ name, text, values: values.map(fill) })).rows as unknown[]
  }
  return async (cookie, places) => {
    const token = /session_token=([^.;]+)/.exec(cookie ?? "")?.[1] ?? ""
    const [person] = (await send(pool, "session", session, { token })) as { id: string }[]
    if (!person) return null
    const own = { ...places, student: person.id, new: randomUUID() }
    // Together, as the product sends them.
    const client = await pool.connect()
    const sent = statements.map((statement, at) => send(client, `statement_${at}`, statement, own))
    return Promise.all(sent).finally(() => client.release())
  }
}
