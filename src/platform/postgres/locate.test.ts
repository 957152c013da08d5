import { execFile } from "node:child_process"
import { chmod, cp, mkdir, mkdtemp, realpath, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { expect, onTestFinished, test } from "vitest"
import { findBarrier, findServiceAccount } from "#platform/postgres/account.ts"
import { defaultDataDir, locateBinaries, requireReachable } from "#platform/postgres/locate.ts"

const projectRoot = resolve(import.meta.dirname, "../../..")
/** An account that owns nothing here. */
const stranger = { name: "stranger", uid: 64_999, gid: 64_999 }

test("OPS-01 the programs are found in the project's packages and say the version they are named by", async () => {
  const binaries = await locateBinaries({ projectRoot, dataDir: "/nowhere", account: null, report: () => {} })
  const { stdout } = await promisify(execFile)(binaries.postgres, ["--version"])
  expect(stdout).toContain(`(PostgreSQL) ${binaries.version}`)
})

test("OPS-01 programs below a closed folder are copied once to where the account can run them", async () => {
  const folder = await makeFolder()
  const closed = join(folder, "closed")
  const dataDir = join(folder, "data")
  const installed = await locateBinaries({ projectRoot, dataDir, account: null, report: () => {} })
  const packageFolder = resolve(dirname(installed.postgres), "../..")
  const name = packageFolder.slice(packageFolder.lastIndexOf("node_modules"))
  await mkdir(dataDir)
  await cp(packageFolder, join(closed, name), { recursive: true, verbatimSymlinks: true })
  await chmod(join(closed, name, "native", "lib"), 0o700)
  await chmod(closed, 0o700)

  const reports: string[] = []
  const options = {
    projectRoot: closed,
    dataDir,
    account: stranger,
    report: (line: string) => reports.push(line),
  }
  const binaries = await locateBinaries(options)
  expect(binaries.postgres).toBe(join(dataDir, "postgres-18.4", "bin", "postgres"))
  expect(findBarrier(join(dataDir, "postgres-18.4", "lib"), stranger, "read")).toBeNull()
  const made = await stat(binaries.postgres)
  expect(await locateBinaries(options)).toEqual(binaries)
  expect((await stat(binaries.postgres)).ino).toBe(made.ino)
  expect(reports).toHaveLength(1)
  const { stdout } = await promisify(execFile)(binaries.initdb, ["--version"])
  expect(stdout).toContain("18.4")
})

test("OPS-01 a missing package is named, with what to do", async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, "package.json"), "{}")
  const finding = locateBinaries({ projectRoot: folder, dataDir: folder, account: null, report: () => {} })
  await expect(finding).rejects.toThrow(/is not installed in .*npm ci.*DATABASE_URL/)
})

test("OPS-01 data stands in the project, and elsewhere where PostgreSQL's account can't enter it", async () => {
  const folder = await makeFolder()
  expect(defaultDataDir(folder, null)).toBe(join(folder, "data"))
  expect(defaultDataDir(folder, stranger)).toBe(join(folder, "data"))
  await chmod(folder, 0o700)
  expect(defaultDataDir(folder, null)).toBe(join(folder, "data"))
  expect(defaultDataDir(folder, stranger)).toMatch(/^\/var\/lib\/kaksha\/kaksha-locate-\w+-[0-9a-f]{8}$/)
  expect(() => requireReachable(folder, stranger)).toThrow(`can't enter ${folder}`)
})

test("OPS-01 as root the account is postgres or else nobody, and without either the message says so", async () => {
  const folder = await makeFolder()
  const file = join(folder, "passwd")
  const isRoot = process.getuid?.() === 0
  await writeFile(file, "root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/:/bin/false\n")
  expect(findServiceAccount(file)).toEqual(isRoot ? { name: "nobody", uid: 65534, gid: 65533 } : null)
  await writeFile(file, "nobody:x:65534:65533::/:/bin/false\npostgres:x:70:71::/:/bin/sh\n")
  expect(findServiceAccount(file)).toEqual(isRoot ? { name: "postgres", uid: 70, gid: 71 } : null)
  await writeFile(file, "root:x:0:0::/root:/bin/sh\n")
  if (isRoot) expect(() => findServiceAccount(file)).toThrow("useradd --system postgres")
  else expect(findServiceAccount(file)).toBeNull()
})

async function makeFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kaksha-locate-")))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
