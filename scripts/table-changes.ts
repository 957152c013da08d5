import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { type DrizzleSnapshotJSON, generateDrizzleJson, generateMigration } from "drizzle-kit/api"
import drizzleConfig from "../drizzle.config.ts"
import { listMigrations } from "../src/platform/database/migrate.ts"

const projectRoot = resolve(import.meta.dirname, "..")

/** The statements that are missing in the migrations to make every table as the code declares it. */
export async function findTableChanges(): Promise<string[]> {
  const { schema } = drizzleConfig as { schema: string[] }
  const modules = await Promise.all(
    schema.map((file) => import(pathToFileURL(join(projectRoot, file)).href) as Promise<object>),
  )
  const last = listMigrations(projectRoot).at(-1)?.tag.slice(0, 4)
  const snapshot = JSON.parse(
    readFileSync(join(projectRoot, `migrations/meta/${last}_snapshot.json`), "utf8"),
  ) as DrizzleSnapshotJSON
  const declared = generateDrizzleJson(Object.assign({}, ...modules), snapshot.id)
  return generateMigration(snapshot, declared)
}

if (process.argv[1] === import.meta.filename) {
  for (const statement of await findTableChanges()) console.log(statement)
}
