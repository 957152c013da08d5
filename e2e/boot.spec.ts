import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { type IncomingMessage, request } from "node:http"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, test } from "@playwright/test"
import { freePort } from "../tests/free-port.ts"
import { processesOf } from "../tests/processes-of.ts"
import { waitForVideo } from "../tests/wait-for-video.ts"
import { type Product, startProduct } from "./product.ts"

const projectRoot = resolve(import.meta.dirname, "..")
let dataFolder: string

test.beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "kaksha-boot-"))
})

test.afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))

const person = {
  first_name: "Ila",
  last_name: "Bose",
  email: "ila@example.com",
  phone: "9876543210",
  date_of_birth: "2001-04-12",
  password: "long enough words",
  terms: true,
}

function post(product: Product, path: string, body: object): Promise<Response> {
  return fetch(`${product.address}/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
}

/** Processor seconds that a process has used. */
function processorSeconds({ pid }: ChildProcess): number {
  // The fields after the command's name, which may contain spaces, in ticks of 10 ms.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

test.describe("one data folder through its starts", () => {
  test.describe.configure({ mode: "serial" })
  let folder: string
  let product: Awaited<ReturnType<typeof startProduct>>
  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "kaksha-boot-starts-"))
    product = await startProduct({ LOG_LEVEL: "debug" }, folder)
    await waitForVideo(product.address)
    expect(product.output()).toContain("Demo people")
  })
  test.afterAll(async () => {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const isKept = async () => {
    const { email, password } = person
    return (await post(product, "/session", { email, password })).status === 200
  }

  test("OPS-03 /livez, /readyz and /healthz answer, with the video server as part of readiness", async () => {
    expect((await fetch(`${product.address}/livez`)).status).toBe(200)
    for (const path of ["/readyz", "/healthz"]) {
      const state = await (await fetch(product.address + path)).json()
      expect(state).toMatchObject({ ready: true, database: true, jobs: true, video: "up" })
    }
    // Beside the product it checks, among others, the addresses that the video server gives browsers.
    const doctor = spawnSync(process.execPath, ["src/app/cli.ts", "doctor", "--json"], {
      cwd: projectRoot,
      env: { ...process.env, KAKSHA_DATA: folder },
      encoding: "utf8",
    })
    expect(doctor.status).toBe(0)
    const { findings } = JSON.parse(doctor.stdout) as { findings: { check: string; state: string }[] }
    for (const check of ["video", "media", "database", "jobs"]) {
      expect(findings).toContainEqual(expect.objectContaining({ check, state: "fine" }))
    }
  })

  test("OPS-01 a second copy on the same data folder is refused by name", async () => {
    await expect(startProduct({}, folder)).rejects.toThrow(/in use by another copy/)
  })

  test("OPS-04 the API describes itself in OpenAPI 3.1, with a reference to browse", async ({ page }) => {
    const document = await (await fetch(`${product.address}/api/v1/openapi.json`)).json()
    expect(document.openapi).toMatch(/^3\.1/)
    expect(Object.keys(document.paths).length).toBeGreaterThan(25)
    await page.goto(`${product.address}/api/v1/docs`)
    await page.getByText("Take a seat in a class").click()
    await expect(page.getByRole("heading", { name: "Answers" }).first()).toBeVisible()
  })

  test("OPS-01 OPS-02 Ctrl-C stops every child within 15 s, and phones and passwords stay out of the log", async () => {
    const child = { date_of_birth: "2016-04-12", parent_name: "Ma", parent_phone: "9123456780" }
    expect((await post(product, "/accounts/students", { ...person, ...child })).status).toBe(200)
    expect(processesOf(folder).join()).toContain("livekit")
    const began = performance.now()
    product.process.kill("SIGINT")
    const [code] = await once(product.process, "exit")
    expect(performance.now() - began).toBeLessThan(15_000)
    expect(code).toBe(0)
    expect(processesOf(folder)).toEqual([])
    const log = readFileSync(join(folder, "logs/kaksha.log"), "utf8")
    expect(log).toContain("answered")
    for (const secret of ["9876543210", "9123456780", person.password]) expect(log).not.toContain(secret)
  })

  test("OPS-01 a second start takes seconds and keeps every row", async () => {
    product = await startProduct({}, folder)
    // Of the processor's time: by the clock it takes longer on a machine with much else to do.
    expect(processorSeconds(product.process)).toBeLessThan(10)
    expect(product.output()).not.toContain("Made a database")
    expect(await isKept()).toBe(true)
  })

  test("OPS-01 after kill -9 the next start repairs what was left behind", async () => {
    await waitForVideo(product.address)
    product.process.kill("SIGKILL")
    await once(product.process, "exit")
    expect(processesOf(folder)).not.toEqual([])
    product = await startProduct({}, folder)
    await waitForVideo(product.address)
    expect(await isKept()).toBe(true)
    await product.stop()
    expect(processesOf(folder)).toEqual([])
  })
})

test("OPS-01 two copies run side by side, each on its own ports", async () => {
  const other = mkdtempSync(join(tmpdir(), "kaksha-boot-other-"))
  const [one, two] = await Promise.all([startProduct({}, dataFolder), startProduct({}, other)])
  await Promise.all([waitForVideo(one.address), waitForVideo(two.address)])
  expect(one.address).not.toBe(two.address)
  await Promise.all([one.stop(), two.stop()])
  rmSync(other, { recursive: true, force: true })
})

test("OPS-01 a taken port is named with the way out", async () => {
  const holder = createServer().listen(0)
  await once(holder, "listening")
  const { port } = holder.address() as { port: number }
  await expect(startProduct({ PORT: String(port) }, dataFolder)).rejects.toThrow(`Port ${port} is taken`)
  holder.close()
})

test("OPS-02 every problem of the configuration is listed at once", async () => {
  const wrong = { PORT: "many", TIME_ZONE: "Mars/Olympus", DATABASE_URL: "mysql://elsewhere" }
  const failure = await startProduct(wrong, dataFolder).catch((error: Error) => error.message)
  for (const name of Object.keys(wrong)) expect(failure).toContain(`${name}:`)
})

test("OPS-02 production mode asks for its secrets", async () => {
  const failure = await startProduct({ APP_URL: "https://academy.example" }, dataFolder).catch(
    (error: Error) => error.message,
  )
  expect(failure).toContain("AUTH_SECRET")
})

test("OPS-02 in production a page's form is taken although the proxy speaks plain HTTP to the product", async () => {
  const port = await freePort()
  const own = { APP_URL: "https://academy.example", AUTH_SECRET: randomBytes(32).toString("hex") }
  const product = await startProduct({ ...own, PORT: String(port), BIND_ADDRESS: "127.0.0.1" }, dataFolder)
  const send = async (path: string, origin: string) => {
    const headers = { host: "academy.example", origin, "content-type": "application/x-www-form-urlencoded" }
    const sent = request({ host: "127.0.0.1", port, path, method: "POST", headers }).end("email=nobody")
    const [answer] = (await once(sent, "response")) as [IncomingMessage]
    let text = ""
    for await (const chunk of answer) text += chunk
    return { status: answer.statusCode, text }
  }
  for (const path of ["/forgot-password", "/forgot-password.data"]) {
    expect((await send(path, own.APP_URL)).text).toContain("Enter an e-mail address such as")
    expect((await send(path, "https://elsewhere.example")).status).toBe(403)
  }
  await product.stop()
})

test("OPS-01 without a video server the product starts, says so, and everything else works", async () => {
  const product = await startProduct({ PATH: dataFolder, HOME: dataFolder }, dataFolder, "start", "none")
  await expect.poll(() => product.output(), { timeout: 60_000 }).toContain("There is no video server")
  const state = await (await fetch(`${product.address}/readyz`)).json()
  expect(state).toMatchObject({ ready: true, video: "down", video_reason: { code: "missing" } })
  expect((await fetch(`${product.address}/courses`)).status).toBe(200)
  await product.stop()
})

test("OPS-01 the command line says what it can do", async () => {
  const child = spawn(process.execPath, ["src/app/cli.ts", "dance"], {
    cwd: projectRoot,
    stdio: ["ignore", "ignore", "pipe"],
  })
  let said = ""
  child.stderr.on("data", (chunk) => {
    said += chunk
  })
  const [code] = await once(child, "exit")
  expect(code).toBe(2)
  expect(said).toContain("start")
})
