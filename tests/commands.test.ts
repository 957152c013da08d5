import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { basename, join, resolve } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { backupPath } from "#app/commands/backup.ts"
import type { Finding } from "#app/doctor/finding.ts"
import { checkBackups, checkNode } from "#app/doctor/machine.ts"
import { twoStepSecrets } from "#features/accounts/server/security-tables.ts"
import { resealSecrets } from "#features/accounts/server/two-step-upkeep.ts"
import { studentCards } from "#features/attendance/server/arrivals/table.ts"
import { keepFormerSecrets } from "#platform/former-secrets.ts"
import { openKeys } from "#platform/keys.ts"
import { readWays } from "#platform/video/probe.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { kaksha, makeTestFolder } from "./commands.ts"
import { createTestContext } from "./context.ts"
import { createTestDatabase } from "./database.ts"
import { createStudent } from "./people.ts"

const projectRoot = resolve(import.meta.dirname, "..")

function cli(...args: string[]) {
  const run = spawnSync(process.execPath, ["src/app/cli.ts", ...args], { cwd: projectRoot, encoding: "utf8" })
  return { code: run.status, out: run.stdout, err: run.stderr }
}

test("OPS-03 the list of commands is the one that the README shows, and each says how to call it", async () => {
  const { code, out } = cli("--help")
  expect(code).toBe(0)
  const names = [...out.matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name]) => name ?? "")
  const readme = readFileSync(join(projectRoot, "README.md"), "utf8")
  for (const name of names) {
    const call = ["start", "dev"].includes(name) ? name : `npm run kaksha -- ${name}`
    expect(readme, name).toContain(call)
  }
  expect(names).toHaveLength(15)
  const help = cli("restore", "--help")
  expect(help).toMatchObject({ code: 0 })
  expect(help.out).toContain("--verify")
  expect(cli("dance")).toMatchObject({ code: 2 })
})

test("OPS-03 migrate, seed and make-admin work on a database of one's own, and again change nothing", async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const env = { DATABASE_URL: database.url, KAKSHA_DATA: makeTestFolder() }
  expect(await kaksha("migrate", [], env)).toMatchObject({
    code: 0,
    out: "The database has every migration.\n",
  })
  expect((await kaksha("seed", [], env)).out).toContain("demo.kaksha.example")
  const count = async () => (await database.pool.query("select count(*)::int as n from programs")).rows[0].n
  const programs = await count()
  expect(programs).toBeGreaterThan(40)
  expect((await kaksha("seed", [], env)).code).toBe(0)
  expect(await count()).toBe(programs)
  const made = await kaksha("make-admin", ["--email", "office@academy.example"], env)
  expect(made.out).toContain("is an admin now")
  for (const [name, args] of [
    ["backup", ["--keep", "none"]],
    ["restore", []],
    ["migrate", ["--quickly"]],
    ["make-admin", ["--email", "office"]],
    ["remove-admin", []],
    ["reset-two-step", []],
    ["rotate-keys", ["--now"]],
  ] as const) {
    const refused = await kaksha(name, [...args], env)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain(`npm run kaksha -- ${name}`)
  }
})

test("OPS-03 backups beyond the number to keep go, the oldest first", async () => {
  const world = await createTestContext()
  onTestFinished(() => world.close())
  const client = world.ctx.db as unknown as { $client: { options: { connectionString: string } } }
  const folder = makeTestFolder()
  const env = { DATABASE_URL: client.$client.options.connectionString, KAKSHA_DATA: folder }
  mkdirSync(join(folder, "backups"))
  const others = [
    "kaksha-20260101-000000.tar",
    "kaksha-20260102-000000.tar",
    "before-upgrade-20260101-000000.tar",
  ]
  for (const name of others) writeFileSync(join(folder, "backups", name), "")
  expect(await kaksha("backup", ["--keep", "2"], env)).toMatchObject({ code: 0 })
  const left = readdirSync(join(folder, "backups")).sort()
  expect(left).toHaveLength(3)
  expect(left).toContain("before-upgrade-20260101-000000.tar")
  expect(left).toContain("kaksha-20260102-000000.tar")
})

test("OPS-03 --keep counts the archives where --to puts them, and nothing else", async () => {
  const world = await createTestContext()
  onTestFinished(() => world.close())
  const client = world.ctx.db as unknown as { $client: { options: { connectionString: string } } }
  // A new folder of data, which has no backups of its own.
  const env = { DATABASE_URL: client.$client.options.connectionString, KAKSHA_DATA: makeTestFolder() }
  const copies = makeTestFolder()
  for (const name of ["kaksha-20260101-000000.tar", "kaksha-20260102-000000.tar", "monday.tar"])
    writeFileSync(join(copies, name), "")
  const backUp = (to: string) => kaksha("backup", ["--to", to, "--keep", "2"], env)
  expect(await backUp(copies)).toMatchObject({ code: 0, err: "" })
  const left = readdirSync(copies).sort()
  expect(left).toEqual([
    "kaksha-20260102-000000.tar",
    expect.stringMatching(/^kaksha-\d{8}-\d{6}\.tar$/),
    "monday.tar",
  ])
  expect(await backUp(join(copies, "tuesday.tar"))).toMatchObject({
    code: 0,
    err: expect.stringContaining("isn't named by its time"),
  })
  writeFileSync(join(copies, "kaksha-20260101-000000.tar"), "")
  expect(await backUp(join(copies, "tuesday.tar"))).toMatchObject({ code: 0 })
  expect(readdirSync(copies).sort()).toEqual(["kaksha-20260101-000000.tar", ...left, "tuesday.tar"])
})

async function diagnose(env: NodeJS.ProcessEnv): Promise<{ code: number; by: Map<string, Finding> }> {
  const { code, out } = await kaksha("doctor", ["--json"], env)
  const { findings } = JSON.parse(out) as { findings: Finding[] }
  for (const finding of findings)
    if (finding.state !== "fine") expect(finding.mend, finding.check).toBeTruthy()
  return { code, by: new Map(findings.map((finding) => [finding.check, finding])) }
}

test("OPS-05 doctor finds what is wrong with origin, mail, video, storage and data, and names each remedy", async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  // This server is not the product.
  const stranger = createServer((_request, response) => void response.end("welcome"))
  await new Promise<void>((ready) => stranger.listen(0, "127.0.0.1", ready))
  onTestFinished(() => void stranger.close())
  const { port } = stranger.address() as AddressInfo
  await database.pool.query("create schema if not exists pgboss")
  const { code, by } = await diagnose({
    DATABASE_URL: database.url,
    KAKSHA_DATA: makeTestFolder(),
    APP_URL: `http://localhost:${port}`,
    AUTH_SECRET: "a".repeat(40),
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(port),
    MAIL_FROM: "hello@academy.example",
    LIVEKIT_URL: `ws://127.0.0.1:${port}`,
    LIVEKIT_API_KEY: "key",
    LIVEKIT_API_SECRET: "b".repeat(40),
    S3_BUCKET: "kaksha",
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: "x",
    S3_SECRET_ACCESS_KEY: "y",
  })
  expect(code).toBe(1)
  expect(by.get("origin")).toMatchObject({
    state: "problem",
    found: expect.stringContaining("Something else answers"),
  })
  expect(by.get("video")).toMatchObject({ state: "problem", mend: expect.stringContaining("LIVEKIT_URL") })
  expect(by.get("storage")).toMatchObject({ state: "problem", mend: expect.stringContaining("S3_ENDPOINT") })
  expect(by.get("mail")).toMatchObject({ state: "problem", mend: expect.stringContaining("SMTP_HOST") })
  expect(by.get("sms")).toMatchObject({ state: "warning", mend: expect.stringContaining("SMS_PROVIDER") })
  expect(by.get("database")).toMatchObject({ state: "fine" })
  expect(by.get("migrations")).toMatchObject({ state: "fine" })
  expect(by.get("books")).toMatchObject({ state: "fine", found: "0 journals add up" })
})

test("OPS-05 doctor tells of an insecure origin, a missing database, missing migrations, old backups, a broken audit chain and a balance that no journal made", async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const env = { DATABASE_URL: database.url, KAKSHA_DATA: makeTestFolder(), AUTH_SECRET: "a".repeat(40) }
  await database.pool.query(
    "insert into audit_log (id, action, subject_id, at) values ('0199b3c2-0000-7000-8000-000000000001', 'class.cancel', 'x', now())",
  )
  await database.pool.query(
    "insert into audit_seals (position, entry_id, hash) values (1, '0199b3c2-0000-7000-8000-000000000001', 'forged')",
  )
  await database.pool.query(
    "insert into ledger_accounts (id, kind, unit, normal_side, held, balance, created_at) values (gen_random_uuid(), 'xp', 'xp', 'credit', true, 5, now())",
  )
  const insecure = await diagnose({ ...env, APP_URL: "http://academy.example" })
  expect(insecure.by.get("books")).toMatchObject({
    state: "problem",
    found: "1 balances are not the sum of their entries",
  })
  expect(insecure.by.get("origin")).toMatchObject({
    state: "problem",
    found: expect.stringContaining("not secure"),
  })
  expect(insecure.by.get("audit log")).toMatchObject({
    state: "problem",
    found: expect.stringContaining("breaks at 1"),
  })
  await database.pool.query(
    "delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)",
  )
  expect(insecure.by.get("backups")).toMatchObject({
    state: "fine",
    found: expect.stringContaining("backup --keep 14"),
  })
  const backups = join(env.KAKSHA_DATA, "backups")
  mkdirSync(backups)
  const [day = "", time = ""] = new Date(Date.now() - 3 * DAY)
    .toISOString()
    .replaceAll(/[-:]|\..*/g, "")
    .split("T")
  for (const name of ["kaksha-20260101-000000.tar", `kaksha-${day}-${time}.tar`, "monday.tar"])
    writeFileSync(join(backups, name), "")
  const behind = await diagnose(env)
  expect(behind.by.get("backups")).toMatchObject({
    state: "warning",
    found: expect.stringContaining("is 3 days old"),
  })
  writeFileSync(join(backups, basename(backupPath(env.KAKSHA_DATA))), "")
  expect(checkBackups(backups)).toMatchObject({ state: "fine" })
  expect(behind.by.get("migrations")).toMatchObject({
    state: "problem",
    mend: expect.stringContaining("upgrade"),
  })
  const away = await diagnose({ ...env, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" })
  expect(away).toMatchObject({ code: 1 })
  expect(away.by.get("database")).toMatchObject({
    state: "problem",
    mend: expect.stringContaining("DATABASE_URL"),
  })
  expect(checkNode("20.19.0")).toMatchObject({ state: "problem" })
})

test("OPS-05 addresses and relays are read from what the video server says to a browser", () => {
  const said =
    'x\u0000candidate:123 1 udp 2130706431 203.0.113.9 7882 typ host\\r\\ncandidate:9 1 tcp 1671430143 203.0.113.9 7881 typ host tcptype passive"\u0002turns:turn.academy.example:443?transport=tcp\u0012turn:turn.academy.example:3478?transport=udp'
  expect(readWays(said)).toEqual({
    candidates: [
      { protocol: "udp", address: "203.0.113.9", port: 7882 },
      { protocol: "tcp", address: "203.0.113.9", port: 7881 },
    ],
    relays: ["turns:turn.academy.example:443?transport=tcp", "turn:turn.academy.example:3478?transport=udp"],
  })
})

test("ACC-11 rotate-keys replaces the data folder's secrets, keeps the old one until nothing needs it, and doctor tells", async () => {
  const world = await createTestContext()
  onTestFinished(() => world.close())
  const client = world.ctx.db as unknown as { $client: { options: { connectionString: string } } }
  const folder = makeTestFolder()
  const env = { DATABASE_URL: client.$client.options.connectionString, KAKSHA_DATA: folder }
  const read = () => JSON.parse(readFileSync(join(folder, "secrets.json"), "utf8"))
  await kaksha("seed", [], env)
  const before = read()
  const person = await createStudent(world.ctx)
  const now = world.clock.now()
  const sealed_secret = openKeys(before.auth).seal("two-step secret", "JBSWY3DP")
  await world.ctx.db
    .insert(twoStepSecrets)
    .values({ user_id: person.user_id, sealed_secret, confirmed_at: now, created_at: now })
  // What a start of the product does with its keys.
  const start = async ({ auth, authOld = [] }: { auth: string; authOld?: string[] }) => {
    const ctx = { ...world.ctx, keys: openKeys(auth, authOld) }
    await keepFormerSecrets(ctx)
    await resealSecrets(ctx)
  }
  await start(before)
  const keysFinding = async () => (await diagnose(env)).by.get("keys")
  expect(await keysFinding()).toMatchObject({ state: "fine" })

  expect(await kaksha("rotate-keys", [], env)).toMatchObject({ code: 0 })
  const after = read()
  expect(after).toMatchObject({ authOld: [before.auth] })
  for (const name of ["auth", "videoKey", "videoSecret"]) expect(after[name]).not.toBe(before[name])
  expect(await keysFinding()).toMatchObject({ state: "warning", mend: expect.stringContaining("Start") })
  expect((await kaksha("rotate-keys", ["--forget-old"], env)).err).toContain("under an old secret: 2")
  expect(read()).toEqual(after)

  await start(after)
  expect(await kaksha("rotate-keys", ["--forget-old"], env)).toMatchObject({ code: 0 })
  expect(read()).not.toHaveProperty("authOld")
  expect(await keysFinding()).toMatchObject({ state: "fine" })

  writeFileSync(join(folder, "secrets.json"), JSON.stringify({ ...after, auth: "x".repeat(40), authOld: [] }))
  expect(await keysFinding()).toMatchObject({
    state: "problem",
    mend: expect.stringContaining("AUTH_SECRETS_OLD"),
  })
  const reset = await kaksha("reset-two-step", ["--email", person.email], env)
  expect(reset).toMatchObject({ code: 0, out: expect.stringContaining("signed out everywhere") })
  const card = { id: newId(), student_id: person.user_id, made_at: now, made_by: person.user_id }
  await world.ctx.db.insert(studentCards).values(card)
  expect(await keysFinding()).toMatchObject({
    state: "warning",
    found: expect.stringContaining("cards of students 1"),
  })
  await world.ctx.db.delete(studentCards)
  expect(await keysFinding()).toMatchObject({ state: "fine" })
  expect((await kaksha("rotate-keys", [], { ...env, AUTH_SECRET: "a".repeat(40) })).out).toContain(
    "AUTH_SECRETS_OLD=",
  )
})
