import {
  chmod,
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { findServiceAccount } from "#platform/postgres/account.ts"
import { ensureCluster } from "#platform/postgres/cluster.ts"
import { explainFailure, lastLines, PostgresFailed } from "#platform/postgres/failure.ts"
import { type Binaries, locateBinaries } from "#platform/postgres/locate.ts"

const projectRoot = resolve(import.meta.dirname, "../../..")

test("OPS-01 a database that can't be made leaves nothing behind and says why and what to do", async () => {
  const dataDir = await makeFolder()
  const binaries = await breakInstallation(join(dataDir, "broken"))
  const failure = await ensureCluster(optionsFor(dataDir, binaries)).catch((error) => error)
  expect(failure).toBeInstanceOf(PostgresFailed)
  expect(failure.output).toMatch(/initdb: error: .*does not exist/)
  expect(failure.message).toContain("Run: npm ci")
  expect(await readdir(dataDir)).toEqual(["broken"])
})

test("OPS-01 a folder of another PostgreSQL or of other files is left as it is", async () => {
  const dataDir = await makeFolder()
  const cluster = join(dataDir, "postgres")
  const binaries = await locateBinaries({ projectRoot, dataDir, account: null, report: () => {} })
  await mkdir(cluster)
  await writeFile(join(cluster, "holiday.txt"), "sea")
  await expect(ensureCluster(optionsFor(dataDir, binaries))).rejects.toThrow("holds files but no database")
  await writeFile(join(cluster, "PG_VERSION"), "16\n")
  await expect(ensureCluster(optionsFor(dataDir, binaries))).rejects.toThrow("was made by PostgreSQL 16")
  expect(await readdir(cluster)).toEqual(["PG_VERSION", "holiday.txt"])
})

test.each([
  ['FATAL:  could not write to file "pg_wal/xlogtemp.1": No space left on device', /disk is full/],
  [
    "initdb: error while loading shared libraries: libicuuc.so.60: cannot open shared object file: No such file",
    /npm rebuild/,
  ],
  ['FATAL:  could not extend file "base/1/2691"\nHINT:  Check free disk space.', /disk is full/],
  ["spawn /app/native/bin/initdb ENOENT", /DATABASE_URL/],
  ['initdb: error: could not create directory "x": Permission denied', /belongs to another account/],
  ["something never seen", /postgres\.log/],
])("OPS-01 %s is explained", (output, advice) => {
  expect(explainFailure(output)).toMatch(advice)
})

test("only the last lines of an output are shown, without blank ones", () => {
  expect(lastLines("one\n\ntwo  \nthree\n\n", 2)).toBe("two\nthree")
})

function optionsFor(dataDir: string, binaries: Binaries) {
  const cluster = join(dataDir, "postgres")
  return {
    dataDir,
    cluster,
    binaries,
    account: findServiceAccount(),
    password: "x".repeat(32),
    durable: false,
  }
}

/** Real programs and libraries, without the files a database is made from. */
async function breakInstallation(folder: string): Promise<Binaries> {
  const whole = await locateBinaries({ projectRoot, dataDir: folder, account: null, report: () => {} })
  await mkdir(join(folder, "bin"), { recursive: true })
  await chmod(folder, 0o755)
  for (const program of ["initdb", "postgres"] as const) {
    const target = join(folder, "bin", program)
    await link(whole[program], target).catch(() => copyFile(whole[program], target))
  }
  await symlink(resolve(whole.initdb, "../../lib"), join(folder, "lib"))
  return { ...whole, initdb: join(folder, "bin", "initdb"), postgres: join(folder, "bin", "postgres") }
}

async function makeFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kaksha-cluster-")))
  await chmod(folder, 0o711)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
