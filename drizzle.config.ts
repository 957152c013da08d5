import { globSync, readFileSync } from "node:fs"
import { defineConfig } from "drizzle-kit"

/** Every file that declares a table, whatever its name: one that was passed over would get no migration. */
const schema = globSync("src/{features,platform}/**/*.ts")
  .filter((file) => !file.endsWith(".test.ts") && /\bpgTable\(/.test(readFileSync(file, "utf8")))
  .sort()

export default defineConfig({ dialect: "postgresql", schema, out: "./migrations" })
