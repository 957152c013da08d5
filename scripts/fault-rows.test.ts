import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { FAULT_ROWS } from "./fault-rows.ts"

const projectRoot = join(import.meta.dirname, "..")

test("OPS-03 every proof that the table of faults names is a test of the file it names", () => {
  for (const [file, title] of FAULT_ROWS.flatMap(({ tests }) => tests)) {
    const titles = readFileSync(join(projectRoot, file), "utf8").match(/\btest\(\s*["`].*$/gm) ?? []
    expect(
      titles.filter((line) => line.includes(title)),
      `${file}: ${title}`,
    ).toHaveLength(1)
  }
})
