import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { auditText } from "#features/admin/web/audit/audit.text.ts"

const DONE: Record<string, string> = auditText.done
const SOURCES = join(import.meta.dirname, "../src/features")
/** A call that appends to the audit log: which function, the action's expression, and the rest of its arguments. */
const CALL =
  /\b(recordAct|recordActs|recordChange)\(\s*[^,()]*(?:\{[^}]*\})?,\s*([^,]+),((?:[^;]|;(?!\n))*?)\n?\s*\}?\)\n/g

/** Changes of a contact, whose values stay out of the permanent log: only the change itself is recorded. */
const TOLD_WITHOUT_VALUES = ["account.email"]
/** Acts whose change is shown in a text of its own. */
const TOLD_OTHERWISE = ["student.date-of-birth"]

type Written = { file: string; by: string; action: string; rest: string }

/** Every act that the product can write, read from its source. */
function written(): Written[] {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .flatMap((file) =>
      [...readFileSync(join(SOURCES, file), "utf8").matchAll(CALL)].flatMap(
        ([, by = "", action = "", rest = ""]) =>
          [...action.matchAll(/["`]([a-z-]+\.[^"`]*)["`]/g)].map(([, name = ""]) => ({
            file,
            by,
            action: name,
            rest,
          })),
      ),
    )
}

/** The labels of an action; of one such as `notice.${decision}` those of all that it can be. */
function labelsOf(action: string): string[] {
  const stem = action.split("${")[0] ?? action
  return Object.keys(DONE).filter((name) => (stem === action ? name === action : name.startsWith(stem)))
}

test("ACC-12 every act has words in the log that the office reads", () => {
  const acts = written()
  expect(acts.length).toBeGreaterThan(60)
  expect(acts.filter(({ action }) => labelsOf(action).length === 0)).toEqual([])
})

test("ACC-12 ATT-04 every act that changes a value tells the old one and the new one", () => {
  const isChange = (action: string) =>
    labelsOf(action).some((name) => /^(changed|edited|marked)/.test(DONE[name] ?? ""))
  const changes = written().filter(({ action }) => isChange(action) && !TOLD_WITHOUT_VALUES.includes(action))
  expect(changes.length).toBeGreaterThan(8)
  const silent = changes.filter(
    ({ by, action, rest }) =>
      by !== "recordChange" &&
      !TOLD_OTHERWISE.includes(action) &&
      !(/\bfrom\b/.test(rest) && /\bto\b/.test(rest)) &&
      !/telling|change|answers|outcomes/.test(rest),
  )
  expect(silent).toEqual([])
})
