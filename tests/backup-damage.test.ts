import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { expect, test } from "vitest"
import {
  emptyPlace,
  layOut,
  makeWorld,
  readEntries,
  rewriteArchive,
  writeFirstFormat,
} from "./backup-world.ts"
import { kaksha, makeTestFolder } from "./commands.ts"
import { numbersFrom } from "./faults/seeded.ts"

/** As many flips and cuts are tried; the long run of the faults tries more. */
const SEEDS = Number(process.env.FAULT_SEEDS ?? 1)

/** A sentence for a person: no stack, no words of libraries. */
function expectPlain(said: string): void {
  expect(said).toMatch(/^[^\n]+\.$/)
  expect(said).not.toMatch(/Error|undefined|\bat .+:\d+|JSON|invalid distance/)
}

test("OPS-03 a byte changed or a cut anywhere in a backup is named by verify and by restore, and nothing is written", async () => {
  const from = await makeWorld(40_000)
  const archive = join(from.folder, "copy.tar")
  expect(await kaksha("backup", ["--to", archive], from.env)).toMatchObject({ code: 0, err: "" })
  const whole = readFileSync(archive)
  const places = await layOut(archive)
  const target = join(makeTestFolder(), "never-made")
  // No database is there: looking at it first would fail with another message.
  const env = { KAKSHA_DATA: target, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" }
  const damaged = join(from.folder, "damaged.tar")

  async function expectRefused(bytes: Buffer, at: number, what: string): Promise<void> {
    writeFileSync(damaged, bytes)
    const hit = places.findIndex(({ end }) => at < end)
    // A header that was changed can't be trusted about its own name, so the entry before is named.
    const names = places.slice(Math.max(0, hit - 1), hit + 1).map(({ name }) => name)
    for (const args of [[damaged, "--verify"], [damaged]]) {
      const told = await kaksha("restore", args, env)
      expect(told.code, what).toBe(1)
      expectPlain(told.err)
      const named = names.some((name) => told.err.includes(name)) || (hit === 0 && /beginning/.test(told.err))
      expect(named, `${what}, in ${names.at(-1)}: ${told.err}`).toBe(true)
    }
    expect(existsSync(target), what).toBe(false)
  }

  const random = numbersFrom(20_261_122)
  const anywhere = () => Math.floor(random() * whole.length)
  // Each entry's header, content and padding, and then wherever chance leads.
  const positions = [
    ...places.flatMap(({ start, end }) => [start, start + 124, start + 148, start + 512, end - 1]),
    ...Array.from({ length: 150 * SEEDS }, anywhere),
  ].filter((at) => at < whole.length)
  for (const at of positions) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(random() * 8))
    await expectRefused(changed, at, `a bit of byte ${at}`)
  }
  const cuts = [
    ...places.flatMap(({ start, end }) => [start, start + 512, end - 512]),
    ...Array.from({ length: 50 * SEEDS }, anywhere),
  ].filter((at) => at < whole.length)
  for (const at of cuts) await expectRefused(whole.subarray(0, at), at, `cut at ${at}`)
})

test("OPS-03 an entry that is missing, added, renamed or exchanged is named, and so is what follows on the end", async () => {
  const from = await makeWorld(1_000)
  const archive = join(from.folder, "copy.tar")
  await kaksha("backup", ["--to", archive], from.env)
  const bytes = readFileSync(archive)
  const places = await layOut(archive)
  const piece = (name: string) => {
    const { start, end } = places.find((place) => place.name === name) ?? { start: 0, end: 0 }
    return bytes.subarray(start, end)
  }
  const file = `files/kept/room/${from.shared}`
  const order = places.map(({ name }) => name)
  const without = order.filter((name) => name !== file)
  const swapped = order.map((name) => (name === file ? "end.json" : name === "end.json" ? file : name))
  const made: [string, Buffer, string][] = [
    ["missing", Buffer.concat(without.map(piece)), `${file} is missing`],
    ["swapped", Buffer.concat(swapped.map(piece)), `is in the wrong place`],
    [
      "twice",
      Buffer.concat([...order.slice(0, 3), ...order.slice(2)].map((name) => piece(name ?? ""))),
      "wrong place",
    ],
    ["followed", Buffer.concat([bytes, Buffer.from("more")]), "bytes after SHA256SUMS were changed or added"],
    ["no sums", Buffer.concat(order.filter((name) => name !== "SHA256SUMS").map(piece)), "SHA256SUMS"],
    ["text", Buffer.from("x".repeat(4_000)), "no backup of Kaksha"],
    ["empty", Buffer.alloc(0), "cut off at its beginning"],
  ]
  const env = { KAKSHA_DATA: join(from.folder, "never"), DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" }
  for (const [what, content, says] of made) {
    const path = join(from.folder, `${what}.tar`)
    writeFileSync(path, content)
    const told = await kaksha("restore", [path], env)
    expectPlain(told.err)
    expect(told.err, what).toContain(says)
  }
  expectPlain((await kaksha("restore", [join(from.folder, "nowhere.tar")], env)).err)
})

test("OPS-03 the terminal shows a damaged backup as one sentence without a stack", async () => {
  const folder = makeTestFolder()
  const path = join(folder, "damaged.tar")
  writeFileSync(path, "no archive")
  const root = resolve(import.meta.dirname, "..")
  const node = join(root, "node_modules/.bin/node")
  const run = () =>
    execFileSync(node, ["src/app/cli.ts", "restore", path], { cwd: root, stdio: "pipe", encoding: "utf8" })
  expect(run).toThrow(/\n\/.*damaged\.tar is not whole: it was cut off at its beginning\.\n\n$/)
})

test("OPS-03 other programs read a backup and check it: tar takes it apart, sha256sum finds a changed file", async () => {
  const from = await makeWorld(10_000)
  const archive = join(from.folder, "copy.tar")
  await kaksha("backup", ["--to", archive], from.env)
  const out = join(from.folder, "out")
  mkdirSync(out)
  execFileSync("tar", ["xf", archive, "-C", out])
  const check = () =>
    spawnSync("sha256sum", ["--strict", "--quiet", "-c", "SHA256SUMS"], { cwd: out, encoding: "utf8" })
  expect(check()).toMatchObject({ status: 0, stdout: "", stderr: "" })
  const taken = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(taken).toHaveLength((await readEntries(archive)).length)
  writeFileSync(join(out, "secrets/secrets.json"), "{}")
  expect(check().stdout).toBe("secrets/secrets.json: FAILED\n")
})

test("OPS-03 a backup without checksums, of the release before them, is restored and says that it has none", async () => {
  const from = await makeWorld(5_000)
  const archive = join(from.folder, "copy.tar")
  await kaksha("backup", ["--to", archive], from.env)
  const old = join(from.folder, "old.tar")
  await writeFirstFormat(archive, old)
  const to = await emptyPlace()
  const restored = await kaksha("restore", [old], to.env)
  expect(restored).toMatchObject({ code: 0, err: "" })
  expect(restored.out).toContain("has no checksums")
  expect((await kaksha("restore", [archive, "--verify"], to.env)).err).toBe("")

  // Damaged rows are found all the same, and said in a sentence.
  const bytes = readFileSync(old)
  const users = (await layOut(old)).find(({ name }) => name.startsWith("database/public.users/"))
  bytes[(users?.start ?? 0) + 512 + 40] = 0xff
  const broken = join(from.folder, "broken.tar")
  writeFileSync(broken, bytes)
  const elsewhere = await emptyPlace()
  const refused = await kaksha("restore", [broken], elsewhere.env)
  expectPlain(refused.err.split("\n").at(-1) ?? "")
  expect(refused.err).toContain("users")
  expect(
    (await elsewhere.database.pool.query("select 1 from pg_tables where tablename = 'users'")).rowCount,
  ).toBe(1)
  expect((await elsewhere.database.pool.query("select 1 from users")).rowCount).toBe(0)
})

test("OPS-03 rows that come out otherwise than their hash tells are refused, whatever the checksums say", async () => {
  const from = await makeWorld(1_000)
  const archive = join(from.folder, "copy.tar")
  await kaksha("backup", ["--to", archive], from.env)
  const changed = join(from.folder, "changed.tar")
  await rewriteArchive(archive, changed, (name, content) => {
    if (name !== "manifest.json") return content
    const manifest = JSON.parse(content.toString()) as { tables: { name: string; hash: string }[] }
    for (const table of manifest.tables) if (table.name === "public.scheduled_classes") table.hash = "1"
    return Buffer.from(JSON.stringify(manifest))
  })
  const to = await emptyPlace()
  const refused = await kaksha("restore", [changed], to.env)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain("public.scheduled_classes")
  expect((await to.database.pool.query("select 1 from users")).rowCount).toBe(0)
})
