import { type ChildProcess, execFile, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { startPostgres } from "#platform/postgres/supervisor.ts"
import { findVideoServer } from "#platform/video/installer/install.ts"
import { freePort } from "#tests/free-port.ts"
import { startS3Gateway } from "#tests/gateways/s3.ts"
import { answers, type Member, makeMember } from "./member.ts"

const projectRoot = resolve(import.meta.dirname, "../..")
const VIDEO_CACHE = join(projectRoot, "node_modules/.cache/kaksha")

export type Fleet = {
  /** Where the balancer listens. */
  address: string
  databaseUrl: string
  /** What every process of the product has in its environment. */
  env: NodeJS.ProcessEnv
  members: Member[]
  stop(): Promise<void>
}

/**
 * The product as it runs on several machines: two processes for the web and one for jobs, on one PostgreSQL, two
 * video servers that share a Redis, a store that speaks S3, and nginx in front. Needs the build, nginx and redis.
 */
export async function startFleet(): Promise<Fleet> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "kaksha-fleet-")))
  chmodSync(folder, 0o755)
  const ending: (() => Promise<unknown> | unknown)[] = [
    () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  ]
  const stop = async () => {
    for (const end of ending.splice(0).reverse()) await end()
  }
  try {
    const log = { info() {}, warn() {}, error: console.error }
    const dataDir = join(folder, "database")
    const postgres = await startPostgres({
      dataDir,
      projectRoot,
      log,
      report() {},
      settings: { max_connections: "200" },
    })
    ending.push(() => postgres.kill())
    const store = await startS3Gateway()
    ending.push(() => store.close())
    const keys = { key: "fleet", secret: randomBytes(32).toString("hex") }
    const [web, video, ...ports] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ]
    const nodes = await startVideoNodes(folder, keys, web ?? 0, ending)
    const webPorts = ports.slice(0, 2)
    await startNginx(
      folder,
      { web: web ?? 0, video: video ?? 0, webPorts, nodes: nodes.map(({ port }) => port) },
      ending,
    )
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      NODE_ENV: "production",
      KAKSHA_DATA: join(folder, "data"),
      DATABASE_URL: postgres.url,
      AUTH_SECRET: randomBytes(32).toString("hex"),
      LIVEKIT_URL: `ws://127.0.0.1:${video}`,
      LIVEKIT_API_KEY: keys.key,
      LIVEKIT_API_SECRET: keys.secret,
      S3_BUCKET: store.settings.bucket,
      S3_ENDPOINT: store.settings.endpoint,
      S3_ACCESS_KEY_ID: store.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: store.settings.secretAccessKey,
      TRUSTED_PROXIES: "1",
    }
    const members = [
      ...webPorts.map((port) => makeMember("web", port, env)),
      makeMember("worker", ports[2] ?? 0, env),
    ]
    ending.push(...members.map((member) => member.stop))
    // All at once, as machines come back after a power failure.
    await Promise.all(members.map((member) => member.start()))
    return { address: `http://127.0.0.1:${web}`, databaseUrl: postgres.url, env, members, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export type VideoNode = {
  port: number
  /** Its Redis. */
  redis: number
  process: ChildProcess
  /** As the others know it. */
  id: string
}

/** Two video servers that share their rooms through a Redis of their own. */
export async function startVideoNodes(
  folder: string,
  { key, secret }: { key: string; secret: string },
  webPort: number,
  ending: (() => unknown)[],
): Promise<VideoNode[]> {
  const redis = await freePort()
  const args = ["--port", String(redis), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
  run("redis-server", args, ending)
  const report = () => undefined
  const { path } = await findVideoServer({
    dataDir: VIDEO_CACHE,
    path: process.env.PATH ?? "",
    env: process.env,
    report,
  })
  const nodes: VideoNode[] = []
  for (const name of ["one", "two"]) {
    const [http, udp] = [await freePort(), await freePort()]
    const config = join(folder, `livekit-${name}.yaml`)
    writeFileSync(
      config,
      `port: ${http}
bind_addresses: ["127.0.0.1"]
redis:
  address: 127.0.0.1:${redis}
keys:
  ${key}: ${secret}
rtc:
  udp_port: ${udp}
  tcp_port: 0
  use_external_ip: false
  node_ip: 127.0.0.1
  enable_loopback_candidate: true
room:
  auto_create: false
webhook:
  api_key: ${key}
  urls: ["http://127.0.0.1:${webPort}/hooks/livekit"]
logging:
  level: error
`,
    )
    const process = run(path, ["--config", config], ending)
    await answers(`http://127.0.0.1:${http}/`)
    const ids = await askRedis(redis, "hkeys", "nodes")
    const id = ids.find((one) => nodes.every((other) => other.id !== one))
    nodes.push({ port: http, redis, process, id: id ?? "" })
  }
  return nodes
}

type Ports = { web: number; video: number; webPorts: number[]; nodes: number[] }

/** Asks a Redis as its own command does. */
export async function askRedis(port: number, ...command: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)("redis-cli", ["-p", String(port), ...command])
  return stdout.split("\n").filter(Boolean)
}

async function startNginx(folder: string, { web, video, webPorts, nodes }: Ports, ending: (() => unknown)[]) {
  const config = join(folder, "nginx.conf")
  const servers = (ports: number[]) => ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(" ")
  writeFileSync(
    config,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1; worker_rlimit_nofile 20000;
events { worker_connections 8192; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream web { ${servers(webPorts)} }
  upstream video { ${servers(nodes)} }
  proxy_http_version 1.1; proxy_next_upstream error timeout non_idempotent; proxy_connect_timeout 2s;
  proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  server { listen 127.0.0.1:${web} backlog=4096;
    location /api/v1/events { proxy_buffering off; proxy_read_timeout 1h; proxy_pass http://web; }
    location / { proxy_pass http://web; } }
  server { listen 127.0.0.1:${video};
    location / { proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade; proxy_pass http://video; } }
}
`,
  )
  run("nginx", ["-c", config], ending)
  await answers(`http://127.0.0.1:${web}/livez`, undefined, true)
}

function run(command: string, args: string[], ending: (() => unknown)[]): ChildProcess {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"] })
  const ended = once(child, "exit")
  ending.push(async () => {
    child.kill("SIGTERM")
    // A video server waits for those who are still inside until it is told again.
    const again = setTimeout(() => child.kill("SIGKILL"), 5_000)
    await ended
    clearTimeout(again)
  })
  return child
}
