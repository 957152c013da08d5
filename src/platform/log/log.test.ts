import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createTestDatabase } from "#tests/database.ts"
import { databaseOn } from "../database/db.ts"
import { rateLimits } from "../limits.ts"
import { createLog } from "./log.ts"

test("LAW-02 a failed query is logged without the names and numbers that it carried", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-log-"))
  const database = await createTestDatabase()
  try {
    const file = join(folder, "log")
    const log = createLog("info", file)
    const row = { key: "Zephyrine +919812312345", tries: 1, ends_at: new Date() }
    const db = databaseOn(database.pool)
    await db.insert(rateLimits).values(row)
    const failed = await db
      .insert(rateLimits)
      .values(row)
      .then(
        () => null,
        (error: unknown) => error,
      )
    expect(String(failed)).toContain("Zephyrine")
    log.error({ err: failed, phone: "+919812312345" }, "writing failed")
    await expect.poll(() => readFileSync(file, "utf8")).toContain("writing failed")
    const line = readFileSync(file, "utf8")
    expect(line).toContain("insert into")
    expect(line).not.toMatch(/Zephyrine|9812312345/)
  } finally {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
})
