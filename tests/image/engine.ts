import { type ChildProcess, execFile, spawn } from "node:child_process"
import { copyFile, mkdir, mkdtemp, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

const projectRoot = resolve(import.meta.dirname, "../..")
/** Images and containers of these tests alone. */
const store = join(projectRoot, "node_modules/.cache/kaksha/image")
const podman = ["podman", "--root", join(store, "root"), "--runroot", join(store, "run")]

const BASE = "localhost/node-on-debian"
export const IMAGE = "localhost/kaksha"
const NPM = "11.21.2"

/**
 * A command in a namespace of its own without the second hierarchy of control groups: where a machine has both, crun
 * starts nothing.
 */
const within = (command: string[]) => [
  ...["--mount", "sh", "-c", 'umount /sys/fs/cgroup/unified 2>/dev/null; exec "$@"', "sh"],
  ...command,
]

/** Runs podman and returns what it says. Throws with it when it fails. */
export async function engine(...args: string[]): Promise<string> {
  const { stdout, stderr } = await run("unshare", within([...podman, ...args]), { maxBuffer: 64 * 2 ** 20 })
  return stdout + stderr
}

/** Starts a container and returns its process. */
export function startContainer(...args: string[]): ChildProcess {
  return spawn("unshare", within([...podman, ...args]), { stdio: ["ignore", "pipe", "pipe"] })
}

/**
 * Makes what `deploy/Dockerfile` builds on from Debian's packages, with Node and npm from npm, once. No registry of
 * images is asked.
 */
async function provideBase(): Promise<void> {
  if ((await engine("images", "--quiet", BASE)).trim()) return
  const folder = await mkdtemp(join(tmpdir(), "kaksha-image-"))
  try {
    const root = join(folder, "root")
    await run("debootstrap", ["--variant=minbase", "--include=ca-certificates", "bookworm", root])
    const local = join(root, "usr/local")
    await copyFile(process.execPath, join(local, "bin/node"))
    await run("npm", ["pack", `npm@${NPM}`, "--pack-destination", folder])
    const npm = join(local, "lib/node_modules/npm")
    await mkdir(npm, { recursive: true })
    await run("tar", ["-xzf", join(folder, `npm-${NPM}.tgz`), "-C", npm, "--strip-components=1"])
    for (const name of ["npm", "npx"])
      await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, "bin", name))
    // Whom this machine trusts, for a network with an authority of its own.
    const trusted = "/etc/ssl/certs/ca-certificates.crt"
    await copyFile(trusted, join(root, trusted))
    await run("chroot", [root, "useradd", "--create-home", "--uid", "1000", "node"])
    await run("tar", ["-C", root, "-cf", join(folder, "root.tar"), "."])
    await engine("import", "--change", `ENV NODE_EXTRA_CA_CERTS=${trusted}`, join(folder, "root.tar"), BASE)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Builds the image of this project. */
export async function buildImage(): Promise<void> {
  await mkdir(store, { recursive: true })
  await provideBase()
  const build = ["build", "--isolation=chroot", "--network=host", "--build-arg", `BASE=${BASE}`]
  await engine(...build, "--file", join(projectRoot, "deploy/Dockerfile"), "--tag", IMAGE, projectRoot)
}

/** What a container may do: as much as a pod of the chart. */
export const AS_A_POD = [
  ...["--network=host", "--cgroups=disabled", "--ulimit=nofile=8192:8192", "--ulimit=nproc=8192:8192"],
  ...["--cap-drop=ALL", "--security-opt=no-new-privileges", "--read-only", "--tmpfs=/tmp"],
]
