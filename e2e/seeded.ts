import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { keepFilesInMemory } from "../tests/quick-folder.ts"
import { SEEDED, startProduct } from "./product.ts"

/**
 * Starts a trial once and stops it again, for journeys to begin with a copy of its data folder: writing its three
 * months takes several times as long as starting.
 */
export default async function seed(): Promise<() => void> {
  keepFilesInMemory()
  const folder = mkdtempSync(join(tmpdir(), "kaksha-seeded-"))
  const product = await startProduct({}, folder)
  await product.stop()
  // Each copy finds ports of its own.
  for (const name of ["postgres.port", "video"]) rmSync(join(folder, name), { recursive: true, force: true })
  process.env[SEEDED] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
