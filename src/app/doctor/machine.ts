import { statfs } from "node:fs/promises"
import { connect } from "node:tls"
import { PROXY_NOT_TRUSTED } from "#platform/client-address.ts"
import type { Environment } from "#platform/env.ts"
import { findOffice } from "#platform/pictures/office.ts"
import type { FileStore } from "#platform/storage/port.ts"
import { newId } from "#shared/ids.ts"
import { DAY, SECOND } from "#shared/time.ts"
import { listBackups, timeOfBackup } from "../commands/backup.ts"
import { type Finding, fine, problem, reasonOf, warning } from "./finding.ts"

const OLDEST_NODE = [22, 22] as const
const GIGABYTE = 2 ** 30

export function checkNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) {
    return fine("node", `Node ${version}`)
  }
  return problem(
    "node",
    `Node ${version} is too old`,
    "Start by `npm run kaksha -- …`, which takes the product's own Node, or install Node 24",
  )
}

/** Presentations are saved as PDF by LibreOffice, where it is installed. */
export async function checkPresentations(path = process.env.PATH): Promise<Finding> {
  const office = await findOffice(path)
  return office
    ? fine("presentations", `Slides can be PowerPoint files: ${office} saves them as PDF`)
    : fine(
        "presentations",
        "Slides are PDFs and pictures. With LibreOffice on the PATH, PowerPoint files are taken, too",
      )
}

export async function checkDisk(dataFolder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataFolder)
  const free = bavail * bsize
  const found = `${(free / GIGABYTE).toFixed(1)} GB are free at ${dataFolder}`
  const mend =
    "Delete what isn't needed, or move the data folder to a larger disk; an hour of recording takes about 1 GB"
  if (free < GIGABYTE / 2) return problem("disk", found, mend)
  return free < 5 * GIGABYTE ? warning("disk", found, mend) : fine("disk", found)
}

/** The timer makes one each night. */
const OLDEST_BACKUP_DAYS = 2

/** Whether the newest of the archives in the data folder is recent; none is expected where there never was one. */
export function checkBackups(folder: string, now = new Date()): Finding {
  const madeAt = timeOfBackup(listBackups(folder).at(-1))
  if (madeAt === null) {
    return fine(
      "backups",
      `There are none in ${folder}. \`npm run kaksha -- backup --keep 14\` makes them, best every night`,
    )
  }
  const days = Math.floor((now.getTime() - madeAt.getTime()) / DAY)
  if (days < OLDEST_BACKUP_DAYS) return fine("backups", `The newest is of ${madeAt.toISOString()}`)
  return warning(
    "backups",
    `The newest in ${folder} is ${days} days old`,
    "Run `npm run kaksha -- backup` to see what stops it, and look at its timer (`journalctl -u kaksha-backup`). If backups are made elsewhere now, move these there",
  )
}

export async function checkStorage(store: FileStore): Promise<Finding> {
  const key = `doctor/${newId()}`
  try {
    await store.put(key, Buffer.from("kaksha"), "text/plain")
    let read = ""
    for await (const piece of await store.read(key)) read += piece
    await store.remove(key)
    if (read !== "kaksha") throw new Error("what was read is not what was written")
    return fine("storage", store.name === "s3" ? "The bucket takes and gives files" : "Files can be written")
  } catch (error) {
    const mend =
      store.name === "s3"
        ? "Check S3_ENDPOINT, S3_BUCKET and the keys, and that they may put, get, list and delete objects"
        : "Make the folder files in the data folder writable for the account that runs the product"
    return problem("storage", `Files can't be kept: ${reasonOf(error)}`, mend)
  }
}

/** Browsers hand out cameras and microphones to secure origins only. */
export async function checkOrigin(env: Environment): Promise<Finding[]> {
  if (!env.APP_URL) {
    return [
      fine(
        "origin",
        "Trial mode: this machine alone, at localhost, where browsers allow cameras. For other devices: npm start -- --lan",
      ),
    ]
  }
  const url = new URL(env.APP_URL)
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)
  if (url.protocol !== "https:" && !local) {
    return [
      problem(
        "origin",
        `${env.APP_URL} is not secure: browsers give neither camera nor microphone to it`,
        "Put a proxy with TLS in front, such as deploy/Caddyfile, and set APP_URL to its https address",
      ),
    ]
  }
  const findings = await checkAnswer(env.APP_URL)
  if (url.protocol === "https:") findings.push(await checkCertificate(url))
  return findings
}

async function checkAnswer(appUrl: string): Promise<Finding[]> {
  try {
    const answer = await fetch(new URL("/livez", appUrl), { signal: AbortSignal.timeout(5 * SECOND) })
    const said = (await answer.json().catch(() => ({}))) as { alive?: boolean; proxy_not_trusted?: boolean }
    if (said.alive !== true) {
      const found = `Something else answers at ${appUrl} (status ${answer.status})`
      return [problem("origin", found, "Point the proxy, or the domain, to where the product listens")]
    }
    const answers = await checkHost(appUrl)
    if (!said.proxy_not_trusted) return [answers]
    const mend = "Set TRUSTED_PROXIES to the number of proxies in front, mostly 1"
    return [answers, warning("proxies", PROXY_NOT_TRUSTED, mend)]
  } catch (error) {
    return [
      problem(
        "origin",
        `${appUrl} can't be reached from here: ${reasonOf(error)}`,
        "Check that the domain leads to this machine, that ports 80 and 443 are open, and that proxy and product run",
      ),
    ]
  }
}

/**
 * Health is served under any host name; everything else only under the public name, which a proxy has to pass
 * on.
 */
async function checkHost(appUrl: string): Promise<Finding> {
  const { status } = await fetch(new URL("/robots.txt", appUrl), { signal: AbortSignal.timeout(5 * SECOND) })
  if (status !== 421) return fine("origin", `${appUrl} answers`)
  return problem(
    "origin",
    "The proxy does not hand on the name it was asked for, so every page is refused",
    "Let it pass the Host header, as deploy/nginx.conf does (`proxy_set_header Host $host`)",
  )
}

function checkCertificate(url: URL): Promise<Finding> {
  return new Promise((resolve) => {
    const socket = connect({
      host: url.hostname,
      port: Number(url.port || 443),
      servername: url.hostname,
      rejectUnauthorized: false,
      timeout: 5 * SECOND,
    })
    const done = (finding: Finding) => {
      socket.destroy()
      resolve(finding)
    }
    const mend = "Let the proxy renew it: Caddy does so automatically when ports 80 and 443 are reachable"
    socket.once("secureConnect", () => {
      const until = new Date(socket.getPeerCertificate().valid_to)
      const days = Math.floor((until.getTime() - Date.now()) / DAY)
      const { authorized, authorizationError } = socket
      if (!authorized) {
        return done(problem("certificate", `Browsers refuse the certificate: ${authorizationError}`, mend))
      }
      const found = `The certificate is good for ${days} days`
      done(days < 14 ? warning("certificate", found, mend) : fine("certificate", found))
    })
    const fail = (why: string) => done(problem("certificate", `No TLS at ${url.host}: ${why}`, mend))
    socket.once("error", (error) => fail(reasonOf(error)))
    socket.once("timeout", () => fail("no answer within 5 s"))
  })
}
