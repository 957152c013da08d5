import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { createProgram } from "#features/programs/server/manage.ts"
import { createLog } from "#platform/log/log.ts"
import { USUAL_PATIENCE } from "#platform/patience.ts"
import { diskStore } from "#platform/storage/disk.ts"
import type { FileStore } from "#platform/storage/port.ts"
import { s3Store } from "#platform/storage/s3.ts"
import { newId } from "#shared/ids.ts"
import { startS3Gateway } from "./gateways/s3.ts"
import { startHttpProduct } from "./http.ts"
import { createAdmin } from "./people.ts"
import { DRAFT } from "./programs.ts"
import { mountSmallDisk } from "./small-disk.ts"

/** The product on these files, with a program whose material is uploaded over HTTP. */
async function startOn(files: FileStore) {
  const product = await startHttpProduct({}, undefined, createLog("silent"), files)
  onTestFinished(() => product.close())
  const admin = await createAdmin(product.ctx)
  const program = await createProgram({ ...product.ctx, viewer: admin }, { ...DRAFT, id: newId() })
  const headers = { cookie: await product.cookieOf(admin) }
  const address = `${product.address}/api/v1/programs/${program.id}/materials`
  return {
    /** Uploads a file of so many bytes. Returns status and code. */
    async upload(bytes: number, id = newId()) {
      const form = new FormData()
      form.set("id", id)
      form.set("file", new File([Buffer.alloc(bytes, "a line of notes\n")], "notes.txt"))
      const answer = await fetch(address, { method: "POST", headers, body: form })
      const { code } = (await answer.json()) as { code?: string }
      return [answer.status, code]
    },
    async list() {
      const answer = await fetch(address, { headers })
      return [answer.status, ((await answer.json()) as unknown[]).length]
    },
  }
}

const FULL = [507, "STORAGE_FULL"]
const AWAY = [503, "SERVICE_UNAVAILABLE"]

test("OPS-03 an upload to a disk that is full, or that can only be read, is refused in time, and works again after", async ({
  skip,
}) => {
  const disk = mountSmallDisk(2 * 2 ** 20)
  if (!disk) return skip("no disk can be mounted here")
  onTestFinished(() => disk.close())
  const { upload, list } = await startOn(diskStore(join(disk.folder, "files")))
  expect(await upload(1_000)).toEqual([200, undefined])
  const id = newId()
  disk.fill()
  expect(await upload(100_000, id)).toEqual(FULL)
  expect(await list()).toEqual([200, 1])
  disk.free()
  expect(await upload(100_000, id)).toEqual([200, undefined])

  const mount = (how: string) => execFileSync("mount", ["-o", `remount,${how}`, disk.folder])
  mount("ro")
  expect(await upload(1_000)).toEqual(AWAY)
  expect(await list()).toEqual([200, 2])
  mount("rw")
  expect(await upload(1_000)).toEqual([200, undefined])
})

test("OPS-03 an upload to an object store that has stopped is refused in time, and works again with the store", async () => {
  const store = await startS3Gateway()
  const patience = { ...USUAL_PATIENCE, store: 1_000, storeBytes: 1_000 }
  const { upload, list } = await startOn(s3Store(store.settings, patience))
  expect(await upload(1_000)).toEqual([200, undefined])
  await store.close()
  const id = newId()
  expect(await upload(1_000, id)).toEqual(AWAY)
  expect(await list()).toEqual([200, 1])
  const again = await startS3Gateway(Number(new URL(store.settings.endpoint).port))
  onTestFinished(() => again.close())
  expect(await upload(1_000, id)).toEqual([200, undefined])
  expect(await list()).toEqual([200, 2])
})
