import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { onTestFinished, vi } from "vitest"
import { backupCommand } from "#app/commands/backup.ts"
import { doctorCommand } from "#app/commands/doctor.ts"
import { makeAdminCommand, removeAdminCommand } from "#app/commands/make-admin.ts"
import { resetTwoStepCommand } from "#app/commands/reset-two-step.ts"
import { restoreCommand } from "#app/commands/restore.ts"
import { rotateKeysCommand } from "#app/commands/rotate-keys.ts"
import { migrateCommand, seedCommand, upgradeCommand } from "#app/commands/upgrade.ts"
import { readEnvironment } from "#platform/env.ts"

const projectRoot = resolve(import.meta.dirname, "..")

const commands = {
  backup: backupCommand,
  doctor: doctorCommand,
  "make-admin": makeAdminCommand,
  migrate: migrateCommand,
  "remove-admin": removeAdminCommand,
  "reset-two-step": resetTwoStepCommand,
  restore: restoreCommand,
  "rotate-keys": rotateKeysCommand,
  seed: seedCommand,
  upgrade: upgradeCommand,
}

type Said = { code: number; out: string; err: string }

/** What a busy machine says of a step that takes long. */
const STEPS_UNDER_WAY = /^ *\d+\.\d s {2}.*\n/gm

/** Runs a command of the product in this process, with nothing in its environment but `variables`. */
export async function kaksha(
  name: keyof typeof commands,
  args: string[],
  variables: NodeJS.ProcessEnv,
): Promise<Said> {
  const lines: Record<"out" | "err", string[]> = { out: [], err: [] }
  const keep = (to: string[]) => (text: string | Uint8Array) => to.push(String(text)) > 0
  const out = vi.spyOn(process.stdout, "write").mockImplementation(keep(lines.out))
  const err = vi.spyOn(process.stderr, "write").mockImplementation(keep(lines.err))
  const told = () => ({ out: lines.out.join(""), err: lines.err.join("").replaceAll(STEPS_UNDER_WAY, "") })
  try {
    await commands[name].run({ env: readEnvironment(variables), variables, projectRoot, args })
    const code = Number(process.exitCode ?? 0)
    return { code, ...told() }
  } catch (error) {
    return { code: 1, out: told().out, err: told().err + (error as Error).message }
  } finally {
    process.exitCode = undefined
    out.mockRestore()
    err.mockRestore()
  }
}

/** A folder that goes with the test. */
export function makeTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-command-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
