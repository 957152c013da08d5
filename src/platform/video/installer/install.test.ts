import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { findVideoServer, VideoServerNotFound } from "#platform/video/installer/install.ts"
import { VIDEO_CACHE, VIDEO_SETUP_TIMEOUT_MS, videoServerBinary } from "#tests/video-server.ts"

const DEAD_PID = 4_194_400
const ARCHIVE = "livekit_1.13.5_linux_amd64.tar.gz"
const program = (version: string) => `#!/bin/sh\necho "livekit-server version ${version}"\n`

function tarOf(name: string, content: string): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write(content.length.toString(8).padStart(11, "0"), 124)
  header.write("0", 156)
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512)
  body.write(content)
  return gzipSync(Buffer.concat([header, body, Buffer.alloc(1024)]))
}

const files = new Map<string, Buffer | "half">()
let asked: string[] = []
const host = createServer((request, response) => {
  asked.push(request.url ?? "")
  const file = files.get(request.url ?? "")
  if (file === "half") {
    response.writeHead(200, { "content-length": "1000000" }).write("half of it")
    setTimeout(() => response.destroy(), 20)
  } else if (file) response.end(file)
  else response.writeHead(404).end()
})
let releaseBaseUrl = ""
let dataDir = ""
let target = ""

beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve))
  releaseBaseUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
})
afterAll(() => {
  host.closeAllConnections()
  host.close()
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "kaksha-install-"))
  target = join(dataDir, "bin", "livekit-server-1.13.5")
  files.clear()
  asked = []
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const publish = (archive: Buffer | "half", sum?: string) => {
  const actual = archive === "half" ? "0".repeat(64) : createHash("sha256").update(archive).digest("hex")
  files.set("/v1.13.5/checksums.txt", Buffer.from(`${sum ?? actual}  ${ARCHIVE}\n`))
  files.set(`/v1.13.5/${ARCHIVE}`, archive)
}
const find = (more: Partial<Parameters<typeof findVideoServer>[0]> = {}) =>
  findVideoServer({
    dataDir,
    path: "",
    report: () => undefined,
    releaseBaseUrl,
    platform: "linux",
    arch: "x64",
    ...more,
  })
const failure = async (more?: Parameters<typeof find>[0]) => {
  const error = await find(more).catch((thrown: unknown) => thrown)
  if (!(error instanceof VideoServerNotFound)) throw error
  return error
}
const script = async (path: string, text: string) => {
  await mkdir(join(path, ".."), { recursive: true })
  await writeFile(path, text)
  await chmod(path, 0o755)
}

test("OPS-01 the real video server is found or brought to a bare machine", {
  timeout: VIDEO_SETUP_TIMEOUT_MS,
}, async () => {
  const path = await videoServerBinary()
  const again = await findVideoServer({
    dataDir: VIDEO_CACHE,
    path: process.env.PATH ?? "",
    report: () => undefined,
  })
  expect(again.path).toBe(path)
  expect(["path", "cached"]).toContain(again.source)
  expect(again.version).toMatch(/^1\.\d+\.\d+/)
})

test("OPS-01 a fitting program on the PATH is used as it is", async () => {
  await script(join(dataDir, "usr", "livekit-server"), program("1.14.2"))
  const path = join(dataDir, "usr")
  expect(await find({ path })).toEqual({
    path: join(path, "livekit-server"),
    version: "1.14.2",
    source: "path",
  })
  expect(asked).toEqual([])
})

test("OPS-01 a program on the PATH that is too old, too new or something else is passed over", async () => {
  publish(tarOf("livekit-server", program("1.13.5")))
  for (const text of [program("1.4.0"), program("2.0.0"), "#!/bin/sh\necho hello\n", "not a program"]) {
    await script(join(dataDir, "usr", "livekit-server"), text)
    expect((await find({ path: join(dataDir, "usr") })).source).not.toBe("path")
  }
})

test("OPS-01 the release is downloaded once, checked, and then used from the data folder", async () => {
  publish(tarOf("livekit_1.13.5/livekit-server", program("1.13.5")))
  const bytes: unknown[] = []
  const report = (progress: { receivedBytes?: number }) => bytes.push(progress.receivedBytes)
  expect(await find({ report })).toEqual({ path: target, version: "1.13.5", source: "release" })
  expect(bytes.some((received) => Number(received) > 0)).toBe(true)
  expect((await find()).source).toBe("cached")
  expect(asked).toHaveLength(2)
  expect(await readdir(join(dataDir, "bin"))).toEqual(["livekit-server-1.13.5"])
})

test("OPS-01 an archive whose checksum is wrong is refused and nothing of it is kept", async () => {
  publish(tarOf("livekit-server", program("1.13.5")), "f".repeat(64))
  const error = await failure()
  expect(error.attempts.map((attempt) => attempt.way)).toEqual(["path", "cached", "release", "go"])
  expect(error.attempts[2]?.reason).toContain("is not what was released")
  expect(await readdir(join(dataDir, "bin"))).toEqual([])
})

test("OPS-01 a download that breaks off halfway is not used", async () => {
  publish("half")
  expect((await failure()).attempts[2]?.reason).toContain("can't download")
  expect(await readdir(join(dataDir, "bin"))).toEqual([])
})

test("OPS-01 what a killed earlier try left behind is removed, and a stale lock doesn't hold", async () => {
  const leftover = join(dataDir, "bin", `unfinished-${DEAD_PID}-1`)
  await script(join(leftover, "livekit-server"), "half")
  await writeFile(join(dataDir, "bin", "install.lock"), String(DEAD_PID))
  publish(tarOf("livekit-server", program("1.13.5")))
  expect((await find()).source).toBe("release")
  expect(await readdir(join(dataDir, "bin"))).toEqual(["livekit-server-1.13.5"])
})

test("OPS-01 a damaged program in the data folder is replaced", async () => {
  await script(target, "half a download")
  publish(tarOf("livekit-server", program("1.13.5")))
  expect((await find()).source).toBe("release")
  expect(await readFile(target, "utf8")).toBe(program("1.13.5"))
})

test("OPS-01 three processes at once for one folder download it once", async () => {
  publish(tarOf("livekit-server", program("1.13.5")))
  const code = `import { findVideoServer } from "#platform/video/installer/install.ts"
    const [dataDir, releaseBaseUrl] = process.argv.slice(1)
    const options = { dataDir, releaseBaseUrl, path: "", report() {}, platform: "linux", arch: "x64" }
    process.stdout.write((await findVideoServer(options)).path)`
  const run = () =>
    promisify(execFile)(process.execPath, ["--input-type=module", "-e", code, dataDir, releaseBaseUrl])
  const found = await Promise.all([run(), run(), run()])
  expect(found.map((one) => one.stdout)).toEqual([target, target, target])
  expect(asked).toHaveLength(2)
})

test("OPS-01 without the internet it is built with Go, whose lines are reported", async () => {
  const build = `#!/bin/sh\nfor last; do :; done\necho "go: downloading $last" >&2\ncat > "$GOBIN/server" <<'END'\n${program("1.13.5")}END\nchmod +x "$GOBIN/server"\n`
  await script(join(dataDir, "usr", "go"), build)
  const lines: string[] = []
  const offline = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("ENOTFOUND") }))
  const path = `${join(dataDir, "usr")}:/usr/bin:/bin`
  const found = await find({ path, fetch: offline, report: ({ message }) => lines.push(message) })
  expect(found).toEqual({ path: target, version: "1.13.5", source: "go" })
  expect(lines).toContain("go: downloading github.com/livekit/livekit-server/cmd/server@v1.13.5")
  expect(lines.join()).toContain("ENOTFOUND")
})

test("OPS-01 when no way is open the failure lists each with its reason", async () => {
  await script(join(dataDir, "usr", "go"), "#!/bin/sh\necho no route to the module proxy >&2\nexit 1\n")
  const { message } = await failure({ path: `${join(dataDir, "usr")}`, platform: "darwin", arch: "arm64" })
  for (const part of [
    "installed program",
    "earlier download",
    "official release",
    "no route to the module proxy",
  ]) {
    expect(message).toContain(part)
  }
})

test("OPS-01 giving up ends a running build", async () => {
  await script(join(dataDir, "usr", "go"), "#!/bin/sh\necho $$ >&2\nexec sleep 600\n")
  const stop = new AbortController()
  let pid = 0
  const report = ({ message }: { message: string }) => {
    if (!/^\d+$/.test(message)) return
    pid = Number(message)
    stop.abort(new Error("enough"))
  }
  await expect(find({ path: `${join(dataDir, "usr")}:/bin`, report, signal: stop.signal })).rejects.toThrow(
    "enough",
  )
  expect(() => process.kill(pid, 0)).toThrow("ESRCH")
  expect(await readdir(join(dataDir, "bin"))).toEqual([])
})
