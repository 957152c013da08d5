import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { readArchive } from "#platform/backup/archive.ts"
import { inspectArchive } from "#platform/backup/restore.ts"
import { listMigrations } from "#platform/migrate.ts"
import { diskStore } from "#platform/storage/disk.ts"
import { newId } from "#shared/ids.ts"
import { createClass, seat } from "./classes.ts"
import { kaksha, makeTestFolder } from "./commands.ts"
import { createTestContext } from "./context.ts"
import { createTestDatabase } from "./database.ts"
import { createInstructor, createStudent } from "./people.ts"

/** A database with people in a class, and files of it: as the product leaves them in use. */
async function makeWorld() {
  const folder = makeTestFolder()
  const files = diskStore(join(folder, "files"))
  const world = await createTestContext({ files })
  onTestFinished(() => world.close())
  const url = (world.ctx.db as unknown as { $client: { options: { connectionString: string } } }).$client
    .options.connectionString
  const teacher = await createInstructor(world.ctx)
  const held = await createClass(world.ctx, teacher, { title: "Tabs\tand\nlines \\ “₹ 500”" })
  for (let n = 0; n < 3; n += 1) await seat(world.ctx, held.id, await createStudent(world.ctx))
  const shared = newId()
  await world.ctx.db.execute(`insert into room_files (id, class_id, shared_by, name, content_type, size_bytes, created_at, revision)
    values ('${shared}', '${held.id}', '${teacher.user_id}', 'notes.pdf', 'application/pdf', 3000000, now(), 1)`)
  await files.put(`room/${shared}`, Buffer.alloc(3_000_000, 7), "application/pdf")
  writeFileSync(
    join(folder, "secrets.json"),
    JSON.stringify({ auth: "a".repeat(64), videoKey: "k", videoSecret: "s" }),
  )
  return { world, folder, url, shared, held, env: { DATABASE_URL: url, KAKSHA_DATA: folder } }
}

async function emptyPlace() {
  const folder = makeTestFolder()
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return { folder, database, env: { DATABASE_URL: database.url, KAKSHA_DATA: folder } }
}

test("OPS-03 one archive restores rows, files and keys elsewhere, and the hashes of every table are equal", async () => {
  const from = await makeWorld()
  const archive = join(from.folder, "copy.tar")
  const made = await kaksha("backup", ["--to", archive], {
    ...from.env,
    OFFICE_EMAIL: "office@academy.example",
  })
  expect(made).toMatchObject({ code: 0, err: "" })
  expect(statSync(archive).mode & 0o077).toBe(0)

  const to = await emptyPlace()
  const restored = await kaksha("restore", [archive], to.env)
  expect(restored).toMatchObject({ code: 0, err: "" })
  expect(await kaksha("restore", [archive, "--verify"], to.env)).toMatchObject({ code: 0, err: "" })
  const title = await to.database.pool.query("select title, seats_taken from scheduled_classes")
  expect(title.rows).toEqual([{ title: from.held.title, seats_taken: from.held.seats_taken }])
  const file = readFileSync(join(to.folder, "files/kept/room", from.shared))
  expect(file.equals(Buffer.alloc(3_000_000, 7))).toBe(true)
  expect(readFileSync(join(to.folder, "secrets.json"), "utf8")).toContain("a".repeat(64))
  expect(readFileSync(join(to.folder, "restored.env"), "utf8")).toContain(
    'OFFICE_EMAIL="office@academy.example"',
  )

  const again = await kaksha("restore", [archive], to.env)
  expect(again.code).toBe(1)
  expect(again.err).toContain("--replace")
})

test("OPS-03 verifying names changed tables, missing files and files that no row speaks of", async () => {
  const from = await makeWorld()
  const archive = join(from.folder, "copy.tar")
  await kaksha("backup", ["--to", archive], from.env)
  await from.world.ctx.db.execute("update scheduled_classes set title = 'Another'")
  await diskStore(join(from.folder, "files")).remove(`room/${from.shared}`)
  await diskStore(join(from.folder, "files")).put("room/stray", Buffer.from("x"), "text/plain")
  const told = await kaksha("restore", [archive, "--verify"], from.env)
  expect(told.code).toBe(1)
  expect(told.err).toContain("public.scheduled_classes: 1 rows in the archive, 1 here")
  expect(told.err).toContain(`kept/room/${from.shared}: a row speaks of this file, and it is missing`)
  expect(told.err).toContain("kept/room/stray: no row speaks of this file")
  expect(told.err).toContain("3 differences")
  expect((await kaksha("backup", ["--to", join(from.folder, "second.tar")], from.env)).err).toContain(
    "which is not there",
  )
})

test("OPS-03 an archive that was cut off, or whose rows were changed, is refused and nothing is lost", async () => {
  const from = await makeWorld()
  const archive = join(from.folder, "copy.tar")
  await kaksha("backup", ["--to", archive], from.env)
  const { size } = statSync(archive)
  const changed = join(from.folder, "changed.tar")
  const bytes = readFileSync(archive)
  const hash = bytes.indexOf('"hash": "', bytes.indexOf('"public.scheduled_classes"')) + '"hash": "'.length
  bytes[hash + 1] = bytes[hash + 1] === 0x31 ? 0x32 : 0x31
  writeFileSync(changed, bytes)
  truncateSync(archive, size - 4_096)
  const cut = await kaksha("restore", [archive, "--replace"], from.env)
  expect(cut).toMatchObject({ code: 1 })
  expect(cut.err).toMatch(/ends in the middle/)
  const rows = await from.world.ctx.db.execute("select count(*)::int as n from scheduled_classes")
  expect(rows.rows).toEqual([{ n: 1 }])
  appendFileSync(archive, "")
  const to = await emptyPlace()
  const refused = await kaksha("restore", [changed], to.env)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain("public.scheduled_classes")
  expect((await to.database.pool.query("select 1 from users")).rowCount).toBe(0)
})

test("OPS-03 an upgrade backs up first, checks what came of it and leads back with --replace", async () => {
  const from = await makeWorld()
  const upgraded = await kaksha("upgrade", [], from.env)
  expect(upgraded).toMatchObject({ code: 0, err: "" })
  const way = /restore (\S+before-upgrade\S+) --replace/.exec(upgraded.out)?.[1] ?? ""
  await from.world.ctx.db.execute("update scheduled_classes set title = 'Spoilt by the new release'")
  const back = await kaksha("restore", [way, "--replace"], from.env)
  expect(back).toMatchObject({ code: 0, err: "" })
  expect(back.out).toContain("before-restore")
  const rows = await from.world.ctx.db.execute("select title from scheduled_classes")
  expect(rows.rows).toEqual([{ title: from.held.title }])
  expect(readdirSync(join(from.folder, "backups"))).toHaveLength(2)
})

test("OPS-03 a backup of a newer release is refused by name", async () => {
  const from = await makeWorld()
  const archive = join(from.folder, "copy.tar")
  await kaksha("backup", ["--to", archive], from.env)
  const manifest = await inspectArchive(archive)
  expect(manifest.migration).toEqual(listMigrations(join(import.meta.dirname, "..")).at(-1))
  const newer = join(from.folder, "newer.tar")
  const bytes = readFileSync(archive)
  const when = bytes.indexOf(String(manifest.migration.when))
  bytes.write("9", when)
  writeFileSync(newer, bytes)
  const to = await emptyPlace()
  const refused = await kaksha("restore", [newer], to.env)
  expect(refused.err).toMatch(/Restore it with that release/)
})

test("OPS-03 every place that stores files tells backups which rows speak of them", () => {
  const sources = readdirSync("src/features", { recursive: true, encoding: "utf8" })
  const storing = sources.filter(
    (name) =>
      /(?<!\.test)\.ts$/.test(name) &&
      readFileSync(join("src/features", name), "utf8").includes("files.put("),
  )
  // Whoever adds a place here adds its rows to src/app/stored-files.ts.
  expect(storing.sort()).toEqual([
    "attendance/server/snapshots.ts",
    "programs/server/materials.ts",
    "recordings/server/captions.ts",
    "recordings/server/processing.ts",
    "rooms/server/files.ts",
    "rooms/server/whiteboard-files.ts",
  ])
})

test("OPS-03 archives are plain tar: long names, empty files and large ones come out as they went in", async () => {
  const { writeArchive } = await import("#platform/backup/archive.ts")
  const path = join(makeTestFolder(), "a.tar")
  const archive = await writeArchive(path)
  const long = `files/kept/${"recordings/".repeat(20)}lesson.webm`
  const entries: [string, Buffer][] = [
    ["empty", Buffer.alloc(0)],
    [long, Buffer.alloc(1_500_000, 3)],
    ["exactly-one-block", Buffer.alloc(512, 9)],
  ]
  for (const [name, content] of entries) await archive.add(name, content)
  await archive.finish()
  const found: [string, Buffer][] = []
  for await (const entry of readArchive(path)) {
    const pieces: Buffer[] = []
    for await (const piece of entry.content()) pieces.push(piece)
    found.push([entry.name, Buffer.concat(pieces)])
  }
  expect(found.map(([name]) => name)).toEqual(entries.map(([name]) => name))
  for (const [index, [, content]] of found.entries())
    expect(content.equals(entries[index]?.[1] ?? content)).toBe(true)
})
