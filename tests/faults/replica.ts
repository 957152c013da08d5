import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import pg from "pg"
import { type Account, findServiceAccount } from "#platform/postgres/account.ts"
import {
  launchPostmaster,
  type Postmaster,
  type Settings,
  stopPostmaster,
} from "#platform/postgres/postmaster.ts"
import { freePort } from "#tests/free-port.ts"
import { openRelay, type Relay } from "#tests/relay.ts"

/** A PostgreSQL with a replica that streams from it, as two machines of an academy have them. */
export type Replicated = {
  /** The address that moves from one to the other, and so stands in DATABASE_URL. */
  address: Relay
  databaseUrl: string
  /** The network between the two. */
  between: Relay
  /** Kills the primary with all its sessions, as when its machine dies. */
  killPrimary(): void
  /** Lets the replica take writes. */
  promote(): Promise<void>
  /** Has the address lead to the replica. */
  moveAddress(): void
  /** What the replica has; the product's role. */
  replica: pg.Pool
  stop(): Promise<void>
}

const DEBIAN = "/usr/lib/postgresql"

/** Where the newest installed PostgreSQL has its programs, of which the product's own package brings only some. */
function programs(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : []
  const newest = versions
    .sort((one, other) => other - one)
    .find((version) => existsSync(join(DEBIAN, `${version}`, "bin/pg_basebackup")))
  if (!newest) throw new Error("install PostgreSQL (postgresql), which brings pg_basebackup")
  return join(DEBIAN, String(newest), "bin")
}

/** Starts both. With `waits` a write is acknowledged only once the replica has it, too. */
export async function startReplicated({ waits }: { waits: boolean }): Promise<Replicated> {
  const account = findServiceAccount()
  const folder = mkdtempSync(join(tmpdir(), "kaksha-replica-"))
  const ending: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })]
  const stop = async () => {
    for (const end of ending.splice(0).reverse()) await end()
  }
  try {
    if (account) chownSync(folder, account.uid, account.gid)
    const bin = programs()
    const password = randomBytes(12).toString("hex")
    const [onPrimary, onReplica] = [await freePort(), await freePort()]
    const at = (port: number, database: string, role = "postgres") =>
      `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
    const start = async (name: string, port: number, settings: Settings) => {
      const postmaster = await launchPostmaster({
        binaries: {
          version: "",
          initdb: join(bin, "initdb"),
          pgCtl: join(bin, "pg_ctl"),
          postgres: join(bin, "postgres"),
        },
        cluster: join(folder, name),
        port,
        logFile: join(folder, `${name}.log`),
        account,
        settings: { max_connections: 200, cluster_name: name, ...settings },
      })
      ending.push(() =>
        stopPostmaster(postmaster, { version: "", initdb: "", pgCtl: "", postgres: "" }, "QUIT"),
      )
      return postmaster
    }

    const secret = join(folder, "password")
    writeFileSync(secret, password, { mode: 0o600 })
    if (account) chownSync(secret, account.uid, account.gid)
    await run(account, join(bin, "initdb"), [
      ...["-D", join(folder, "primary"), "-U", "postgres", `--pwfile=${secret}`, "--auth=scram-sha-256"],
      ...["--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
    ])
    const primary = await start("primary", onPrimary, waits ? { synchronous_standby_names: "replica" } : {})
    const between = await openRelay(onPrimary)
    ending.push(() => between.close())
    await run(account, join(bin, "pg_basebackup"), [
      ...["-D", join(folder, "replica"), "-d", at(between.port, "postgres"), "-X", "stream", "-c", "fast"],
      ...["-C", "-S", "replica", "-R", "--no-sync"],
    ])
    await start("replica", onReplica, {})
    const admin = new pg.Pool({ connectionString: at(onPrimary, "postgres"), max: 1 })
    admin.on("error", () => {})
    await admin.query(`create role kaksha login password '${password}'`)
    await admin.query("create database kaksha owner kaksha")
    await admin.end()
    const address = await openRelay(onPrimary)
    ending.push(() => address.close())
    const replica = new pg.Pool({ connectionString: at(onReplica, "kaksha"), max: 4 })
    replica.on("error", () => {})
    ending.push(() => replica.end())
    return {
      address,
      databaseUrl: at(address.port, "kaksha", "kaksha"),
      between,
      killPrimary: () => killAtOnce(primary),
      async promote() {
        await replica.query("select pg_promote(true, 60)")
      },
      moveAddress: () => address.leadTo(onReplica),
      replica,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A session outlives its killed postmaster for as long as its statement takes, and not its machine. */
function killAtOnce({ pid }: Postmaster): void {
  const sessions = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean)
  for (const one of [pid, ...sessions.map(Number)]) {
    try {
      process.kill(one, "SIGKILL")
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
    }
  }
}

async function run(account: Account | null, program: string, args: string[]): Promise<void> {
  await promisify(execFile)(program, args, {
    cwd: "/",
    ...(account && { uid: account.uid, gid: account.gid }),
  })
}
