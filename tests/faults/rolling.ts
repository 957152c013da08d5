import { spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { get } from "node:http"
import { join, resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { openSessions } from "#features/accounts/server/sessions.ts"
import { createPool, databaseOn } from "#platform/database/db.ts"
import { readEnvironment } from "#platform/env.ts"
import { openKeys } from "#platform/keys.ts"
import { type Fleet, startFleet } from "./fleet.ts"

/**
 * A rolling restart of the whole product under load and with browsers that follow changes:
 * node tests/faults/rolling.ts [subscribers]
 * No request may fail and no subscriber may miss a change without being told to load everything anew.
 */

const STREAMS_EACH = 10
const SUBSCRIBERS = Number(process.argv[2] ?? 2_000)
const LOADERS = 6
/** The next change is made after this long, in milliseconds, even if some did not receive the last one. */
const HEARD_WITHIN_MS = 10_000
/** A crowd that is not in by then is a finding of its own: something stays out. */
const CROWD_WITHIN_MS = 120_000
const projectRoot = resolve(import.meta.dirname, "../..")

type Subscriber = {
  heard: Set<string>
  /** When a stream of its came about, in epoch milliseconds; the last of them lasts while `isOpen`. */
  opened: number[]
  isOpen: boolean
  broken: number
}

/**
 * Follows the offered times as a browser does: when the stream ends it reconnects after the time the stream
 * gave.
 */
function subscribe(address: string, cookie: string, signal: AbortSignal): Subscriber {
  const told: Subscriber = { heard: new Set(), opened: [], isOpen: false, broken: 0 }
  let retry = 3_000
  const follow = () =>
    new Promise<void>((ended, broke) => {
      const path = `${address}/api/v1/events?topics=slot:*`
      const asked = get(path, { headers: { cookie }, signal, agent: false }, (answer) => {
        if (answer.statusCode !== 200) return broke(new Error(`status ${answer.statusCode}`))
        told.opened.push(Date.now())
        told.isOpen = true
        let text = ""
        answer.setEncoding("utf8")
        answer.on("data", (chunk: string) => {
          text += chunk
          for (const [, id] of text.matchAll(/"id":"(change-\d+)"/g)) told.heard.add(id ?? "")
          retry = Number(/retry: (\d+)/.exec(text)?.[1] ?? retry)
          text = text.slice(text.lastIndexOf("\n\n") + 1)
        })
        answer.once("end", ended)
        answer.once("error", broke)
      })
      asked.once("error", broke)
    })
  const stay = async () => {
    while (!signal.aborted) {
      await follow().catch(() => {
        if (!signal.aborted) told.broken += 1
      })
      told.isOpen = false
      if (!signal.aborted) await delay(retry)
    }
  }
  void stay()
  return told
}

/** Resolves once every follower has received a change or lost the stream: a busy machine reaches fewer. */
async function heardBy(subscribers: Subscriber[], id: string): Promise<void> {
  const following = subscribers
    .filter(({ isOpen }) => isOpen)
    .map((one) => ({ one, since: one.opened.length }))
  const until = Date.now() + HEARD_WITHIN_MS
  do await delay(200)
  while (
    Date.now() < until &&
    following.some(({ one, since }) => one.isOpen && one.opened.length === since && !one.heard.has(id))
  )
}

/**
 * Resolves once all follow again and all requests waiting at the restart have their response. Restarting the
 * next process sooner would leave clients still waiting to be accepted without any process.
 */
async function crowdIsIn(subscribers: Subscriber[], { turns }: Load): Promise<boolean> {
  const before = [...turns]
  const until = Date.now() + CROWD_WITHIN_MS
  const isIn = () =>
    subscribers.every(({ isOpen }) => isOpen) && turns.every((turn, lane) => turn > (before[lane] ?? 0) + 1)
  do await delay(1_000)
  while (Date.now() < until && !isIn())
  return isIn()
}

type Load = {
  answered: number
  /** How many responses each person got, right or wrong. */
  turns: number[]
  failed: string[]
}

/** Reads and writes without pause, as several people do. */
function load(fleet: Fleet, cookies: string[], signal: AbortSignal): { done: Promise<unknown>; load: Load } {
  const load: Load = { answered: 0, turns: Array(LOADERS).fill(0), failed: [] }
  const ask = async (path: string, init: RequestInit = {}) => {
    try {
      const answer = await fetch(fleet.address + path, init)
      await answer.arrayBuffer()
      if (answer.status >= 500) load.failed.push(`${init.method ?? "GET"} ${path}: ${answer.status}`)
      else load.answered += 1
    } catch (error) {
      load.failed.push(`${init.method ?? "GET"} ${path}: ${(error as Error).cause ?? error}`)
    }
  }
  const person = async (lane: number) => {
    const headers = { cookie: cookies[lane % cookies.length] ?? "" }
    // Refused for what it lacks, after it went all the way through a process.
    const write = {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ message: "" }),
    }
    const turns: [path: string, init: RequestInit][] = [
      ["/api/v1/programs?limit=10", { headers }],
      ["/courses", { headers }],
      ["/api/v1/my/classes?scope=upcoming", { headers }],
      ["/api/v1/contact-messages", write],
    ]
    for (let turn = 0; !signal.aborted; turn += 1) {
      const [path = "", init] = turns[turn % turns.length] ?? []
      await ask(path, init)
      load.turns[lane] = turn + 1
    }
  }
  return { load, done: Promise.all(Array.from({ length: LOADERS }, (_, lane) => person(lane))) }
}

/** A session each for as many people as it takes: one may follow on 20 screens, not on hundreds. */
async function makeFollowers({ databaseUrl, env, address }: Fleet): Promise<string[]> {
  const pool = createPool(databaseUrl)
  try {
    const ids = Array.from({ length: Math.ceil(SUBSCRIBERS / STREAMS_EACH) }, () => randomUUID())
    await pool.query(
      `insert into users (id, name, email)
       select id, 'Follower', id || '@followers.kaksha.example' from unnest($1::uuid[]) as id`,
      [ids],
    )
    const keys = openKeys(env.AUTH_SECRET ?? "")
    const sessions = openSessions(databaseOn(pool), readEnvironment(env), keys, address)
    const cookies: string[] = []
    for (const id of ids) {
      const reply = new Headers()
      await sessions.openTrusted({ request: new Headers(), reply }, id)
      cookies.push(cookieOf(reply))
    }
    return cookies
  } finally {
    await pool.end()
  }
}

function cookieOf(answer: Headers): string {
  return answer
    .getSetCookie()
    .map((header) => header.split(";")[0])
    .join("; ")
}

async function signIn(fleet: Fleet): Promise<string[]> {
  const file = join(fleet.env.KAKSHA_DATA ?? "", "demo-people.json")
  const people = JSON.parse(readFileSync(file, "utf8")) as { email: string; password: string }[]
  const cookies: string[] = []
  for (const { email, password } of people.slice(0, 3)) {
    const answer = await fetch(`${fleet.address}/api/v1/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    })
    if (!answer.ok) throw new Error(`signing in answers ${answer.status}`)
    cookies.push(cookieOf(answer.headers))
  }
  return cookies
}

/** Doctor looks at database, store, and both video servers through the balancer. */
function diagnose(fleet: Fleet): string[] {
  const run = spawnSync(process.execPath, ["src/app/cli.ts", "doctor", "--json"], {
    cwd: projectRoot,
    env: fleet.env,
    encoding: "utf8",
  })
  const { findings } = JSON.parse(run.stdout) as {
    findings: { check: string; state: string; found: string }[]
  }
  return findings.filter(({ state }) => state === "problem").map(({ check, found }) => `${check}: ${found}`)
}

async function main(): Promise<void> {
  const fleet = await startFleet()
  const over = new AbortController()
  const client = new pg.Client({ connectionString: fleet.databaseUrl })
  await client.connect()
  const problems: string[] = []
  try {
    problems.push(...diagnose(fleet))
    const cookies = await signIn(fleet)
    const followers = await makeFollowers(fleet)
    const subscribers = Array.from({ length: SUBSCRIBERS }, (_, index) =>
      subscribe(fleet.address, followers[index % followers.length] ?? "", over.signal),
    )
    for (
      const until = Date.now() + 60_000;
      subscribers.some(({ opened }) => opened.length === 0);
      await delay(100)
    ) {
      if (Date.now() > until) throw new Error("not all subscribers could connect")
    }
    console.log(`  ${SUBSCRIBERS} subscribers follow, ${LOADERS} people read and write`)
    const loading = new AbortController()
    const { load: seen, done } = load(fleet, cookies, loading.signal)
    const changes: { id: string; at: number }[] = []
    const changing = (async () => {
      for (let number = 0; !loading.signal.aborted; number += 1) {
        const id = `change-${number}`
        await client.query("select pg_notify('kaksha_changes', $1)", [
          JSON.stringify({ name: "slot.offered", id }),
        ])
        changes.push({ id, at: Date.now() })
        await heardBy(subscribers, id)
      }
    })()
    for (const member of fleet.members) {
      const started = performance.now()
      const code = await member.restart()
      console.log(
        `  ${member.role} on ${member.port}: ended with ${code}, back after ${Math.round(performance.now() - started)} ms`,
      )
      if (code !== 0) problems.push(`a ${member.role} ended with ${code}`)
      if (!(await crowdIsIn(subscribers, seen)))
        problems.push(`after ${member.port} the crowd was not let in`)
    }
    loading.abort()
    await Promise.all([done, changing])
    // A client that lost its stream reloads everything, and so missed nothing from before.
    const missing = () =>
      subscribers.flatMap(({ heard, opened }) => {
        const last = opened.at(-1) ?? 0
        return changes.filter(({ id, at }) => !heard.has(id) && last < at)
      })
    for (const until = Date.now() + CROWD_WITHIN_MS; missing().length > 0 && Date.now() < until; )
      await delay(500)
    const missed = missing()
    const broken = subscribers.reduce((sum, subscriber) => sum + subscriber.broken, 0)
    console.log(
      `  ${seen.answered} requests answered, ${seen.failed.length} failed; ${changes.length} changes, ${missed.length} missed; ${broken} streams broke off`,
    )
    problems.push(...new Set(seen.failed))
    if (missed.length > 0) problems.push(`${missed.length} changes were missed`)
  } finally {
    over.abort()
    await client.end()
    await fleet.stop()
  }
  if (problems.length > 0) throw new Error(problems.slice(0, 10).join("\n"))
  console.log("  The product was restarted and nobody noticed")
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error.message)
    process.exit(1)
  },
)
