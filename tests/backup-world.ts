import { readFileSync, writeFileSync } from "node:fs"
import { open } from "node:fs/promises"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { writeArchive } from "#platform/backup/archive.ts"
import { CHECKSUMS } from "#platform/backup/checksums.ts"
import { readArchive, wholeOf } from "#platform/backup/read-archive.ts"
import { END_BYTES, headersOf, paddingOf } from "#platform/backup/tar.ts"
import { diskStore } from "#platform/storage/disk.ts"
import { newId } from "#shared/ids.ts"
import { createClass, seat } from "./classes.ts"
import { makeTestFolder } from "./commands.ts"
import { createTestContext } from "./context.ts"
import { createTestDatabase } from "./database.ts"
import { createInstructor, createStudent } from "./people.ts"

/** A database with people in a class, and a file and keys of it: as the product leaves them in use. */
export async function makeWorld(fileBytes = 3_000_000) {
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
    values ('${shared}', '${held.id}', '${teacher.user_id}', 'notes.pdf', 'application/pdf', ${fileBytes}, now(), 1)`)
  await files.put(`room/${shared}`, Buffer.alloc(fileBytes, 7), "application/pdf")
  writeFileSync(
    join(folder, "secrets.json"),
    JSON.stringify({ auth: "a".repeat(64), videoKey: "k", videoSecret: "s" }),
  )
  return { world, folder, url, shared, held, env: { DATABASE_URL: url, KAKSHA_DATA: folder } }
}

/** Where nothing has run yet. */
export async function emptyPlace() {
  const folder = makeTestFolder()
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return { folder, database, env: { DATABASE_URL: database.url, KAKSHA_DATA: folder } }
}

/** Writes an archive again with other contents; `change` returns null for an entry that is left out. */
export async function rewriteArchive(
  from: string,
  to: string,
  change: (name: string, content: Buffer) => Buffer | null,
): Promise<void> {
  const archive = await writeArchive(to)
  for (const [name, content] of await readEntries(from)) {
    const changed = name === CHECKSUMS ? null : change(name, content)
    if (changed) await archive.add(name, changed)
  }
  await archive.finish()
}

/** The same archive as the release before the checksums wrote it. */
export async function writeFirstFormat(from: string, to: string): Promise<void> {
  const file = await open(to, "wx")
  for (const [name, content] of await readEntries(from)) {
    if (name === CHECKSUMS) continue
    const text = content.toString().replace('"format": 2', '"format": 1')
    const kept = name === "manifest.json" ? Buffer.from(text) : content
    const padding = Buffer.alloc(paddingOf(kept.length))
    await file.write(Buffer.concat([headersOf(name, kept.length), kept, padding]))
  }
  await file.write(Buffer.alloc(END_BYTES))
  await file.close()
}

/** Every entry of an archive with its content. */
export async function readEntries(path: string): Promise<[string, Buffer][]> {
  const found: [string, Buffer][] = []
  for await (const entry of readArchive(path)) found.push([entry.name, await wholeOf(entry)])
  return found
}

/** Which entry each byte of an archive belongs to, its header and padding included, in their order. */
export async function layOut(path: string): Promise<{ name: string; start: number; end: number }[]> {
  const places: { name: string; start: number; end: number }[] = []
  let start = 0
  for await (const { name, size } of readArchive(path)) {
    const end = start + headersOf(name, size).length + size + paddingOf(size)
    places.push({ name, start, end })
    start = end
  }
  return [...places, { name: "the end", start, end: readFileSync(path).length }]
}
