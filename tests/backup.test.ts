import { readdirSync, readFileSync, statSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { FILES_OF_ROWS, storesOf } from "#app/stored-files.ts"
import { processLesson, sweepLessons } from "#features/lessons/server/processing.ts"
import { programLessons } from "#features/lessons/server/table.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import { processRecording } from "#features/recordings/server/processing.ts"
import { classRecordings } from "#features/recordings/server/table.ts"
import { writeArchive } from "#platform/backup/archive.ts"
import { CHECKSUMS } from "#platform/backup/checksums.ts"
import { inspectArchive } from "#platform/backup/inspect.ts"
import { makeBackup, readFilesOfRows } from "#platform/backup/make.ts"
import { listMigrations } from "#platform/database/migrate.ts"
import { diskStore } from "#platform/storage/disk.ts"
import type { FileStore } from "#platform/storage/port.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { emptyPlace, makeWorld, readEntries, rewriteArchive } from "./backup-world.ts"
import { kaksha, makeTestFolder } from "./commands.ts"
import { lessonFor, WEBM_VIDEO } from "./lessons.ts"
import { createAdmin } from "./people.ts"
import { DRAFT } from "./programs.ts"
import { recordingFor } from "./recordings.ts"

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
  await diskStore(join(from.folder, "files")).put(
    `room/${from.shared}`,
    Buffer.alloc(3_000_000, 8),
    "text/plain",
  )
  expect((await kaksha("restore", [archive, "--verify"], from.env)).err).toContain(
    `kept/room/${from.shared}: its content is not the one in the archive`,
  )
  await diskStore(join(from.folder, "files")).remove(`room/${from.shared}`)
  expect((await kaksha("backup", ["--to", join(from.folder, "second.tar")], from.env)).err).toContain(
    `The file kept/room/${from.shared} is missing`,
  )
})

test("OPS-03 an upgrade backs up first, checks what came of it and leads back with --replace", async () => {
  const from = await makeWorld()
  const upgraded = await kaksha("upgrade", [], from.env)
  expect(upgraded).toMatchObject({ code: 0, err: "" })
  const way = /restore (\S+before-upgrade\S+) --replace/.exec(upgraded.out)?.[1] ?? ""
  // What the new release's migration did, which the release before doesn't know.
  await from.world.ctx.db.execute(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)",
  )
  await from.world.ctx.db.execute("create table of_the_newer (id int)")
  await from.world.ctx.db.execute("alter table class_recordings rename column file_path to moved_path")
  await from.world.ctx.db.execute("update scheduled_classes set title = 'Spoilt by the new release'")
  expect((await kaksha("backup", [], from.env)).err).toContain("another release")
  const back = await kaksha("restore", [way, "--replace"], from.env)
  expect(back).toMatchObject({ code: 0, err: "" })
  expect(back.out).toContain("Only that release can restore it")
  const [newer = ""] = /\S+before-restore\S+/.exec(back.out) ?? []
  const { migration, tables } = await inspectArchive(newer)
  expect(migration).toEqual({ tag: "unknown", when: 9999999999999 })
  expect(tables.map(({ name }) => name)).toContain("public.of_the_newer")
  const refused = await kaksha("restore", [newer, "--replace"], from.env)
  expect(refused.err).toContain("Restore it with that release")
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
  await rewriteArchive(archive, newer, (name, content) =>
    name === "manifest.json"
      ? Buffer.from(content.toString().replace(String(manifest.migration.when), "9999999999999"))
      : content,
  )
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
  // A new column with files needs its query in src/app/stored-files.ts.
  expect(storing.sort()).toEqual([
    "attendance/server/proofs/proof-files.ts",
    "attendance/server/snapshots.ts",
    "lessons/server/processing.ts",
    "lessons/server/seed.ts",
    "programs/server/materials.ts",
    "recordings/server/captions.ts",
    "recordings/server/processing.ts",
    "recordings/server/seed.ts",
    "rooms/server/board/class-files.ts",
    "rooms/server/board/keep-upload.ts",
    "rooms/server/slides/draw.ts",
  ])
})

test("OPS-03 what is processed while a backup runs is in it, as the rows of its instant name it", async () => {
  const { world, folder, url, held } = await makeWorld()
  const { ctx } = world
  const now = ctx.clock.now()
  const { recording_id } = await recordingFor(ctx, held, "recordings.finish")
  await writeFile(ctx.spool.path(recording_id), WEBM_VIDEO)
  const arrived = { received_bytes: WEBM_VIDEO.length, received_at: now }
  const ended = { ...arrived, recording_ended_at: now, status: "processing" as const }
  await ctx.db.update(classRecordings).set(ended).where(eq(classRecordings.id, recording_id))
  const admin = world.as(await createAdmin(ctx))
  const { id: course_id } = await createProgram(admin, { ...DRAFT, id: newId() })
  const { lesson_id } = await lessonFor(ctx, course_id, "lessons.retry")
  const upload_id = newId()
  await ctx.spool.begin(`lesson-${upload_id}`)
  await writeFile(ctx.spool.path(`lesson-${upload_id}`), WEBM_VIDEO)
  const file = { file_path: null, file_size: null, duration_seconds: null, file_kind: null }
  const upload = { upload_id, upload_size: WEBM_VIDEO.length, upload_status: "processing" as const }
  await ctx.db.update(programLessons).set({ ...file, ...arrived, ...upload, failure: null })
  const spool: FileStore = {
    ...ctx.spool.files,
    async *list(prefix) {
      await processRecording(ctx, recording_id)
      yield* ctx.spool.files.list(prefix)
    },
  }
  const files: FileStore = {
    ...ctx.files,
    async *list(prefix) {
      yield* ctx.files.list(prefix)
      await processLesson(ctx, { lesson_id, upload_id })
    },
  }
  const made = await makeBackup(
    {
      ...{ databaseUrl: url, dataFolder: folder, version: "1" },
      migrations: listMigrations(join(import.meta.dirname, "..")),
      ...{ stores: storesOf(files, { ...ctx.spool, files: spool }), filesOfRows: FILES_OF_ROWS },
      ...{ secrets: [], now, progress: { part() {}, bytes() {}, done() {} } },
    },
    join(folder, "copy.tar"),
  )
  expect(made.missing.filter((key) => key.startsWith("spool/"))).toEqual([])
  expect((await ctx.db.select().from(classRecordings))[0]?.file_path).toMatch(/webm$/)
  expect((await ctx.db.select().from(programLessons))[0]?.file_path).toMatch(/webm$/)
})

test("OPS-03 a lesson's abandoned upload isn't missed in backups", async () => {
  const { world, url } = await makeWorld()
  const { ctx, clock } = world
  const admin = world.as(await createAdmin(ctx))
  const { id: course_id } = await createProgram(admin, { ...DRAFT, id: newId() })
  const { lesson_id } = await lessonFor(ctx, course_id, "lessons.retry")
  const begun = { upload_status: "uploading" as const, failure: null, received_at: clock.now() }
  const [row] = await ctx.db
    .update(programLessons)
    .set({ ...begun, upload_size: WEBM_VIDEO.length, received_bytes: 100 })
    .where(eq(programLessons.id, lesson_id))
    .returning()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const missed = async () =>
    (await readFilesOfRows(client, FILES_OF_ROWS)).must.has(`spool/lesson-${row?.upload_id}`)
  expect(await missed()).toBe(true)
  clock.advance(8 * DAY)
  await sweepLessons(ctx)
  expect(await ctx.spool.received(`lesson-${row?.upload_id}`)).toBeNull()
  expect(await missed()).toBe(false)
})

test("OPS-03 archives are plain tar: long names, empty files and large ones come out as they went in", async () => {
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
  const found = (await readEntries(path)).filter(([name]) => name !== CHECKSUMS)
  expect(found.map(([name]) => name)).toEqual(entries.map(([name]) => name))
  for (const [index, [, content]] of found.entries())
    expect(content.equals(entries[index]?.[1] ?? content)).toBe(true)
})
