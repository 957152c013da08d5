import { readFileSync } from "node:fs"
import { join } from "node:path"
import { runInNewContext } from "node:vm"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readPushKey } from "#features/notifications/server/push-keys.ts"
import { pushDevices } from "#features/notifications/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import type { PushDevice } from "#platform/push/port.ts"
import { type PushGateway, startPushGateway } from "#tests/gateways/push.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { createStudent } from "#tests/people.ts"

let gateway: PushGateway
let product: HttpProduct
beforeAll(async () => {
  gateway = await startPushGateway()
  product = await startHttpProduct({ PUSH_SERVICE_URL: gateway.url })
})
afterAll(async () => {
  await product.close()
  await gateway.close()
})

const WORKER = readFileSync(join(import.meta.dirname, "push-worker.js"), "utf8")

type Renewal = { oldSubscription: object | null; newSubscription?: object | null }

function subscriptionOf({ endpoint, p256dh, auth }: PushDevice, ended: string[] = []) {
  return {
    endpoint,
    options: { applicationServerKey: "old key" },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => ended.push(endpoint),
  }
}

/** Runs the worker as a browser does whose subscription was replaced, signed in by a cookie. */
async function replaceSubscription(cookie: string, renewal: Renewal, subscribed: object): Promise<string[]> {
  const asked: string[] = []
  const listeners = new Map<string, (event: object) => void>()
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: {
      pushManager: {
        getSubscription: async () => null,
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          asked.push(applicationServerKey)
          return subscribed
        },
      },
    },
  }
  const fetchSigned = (path: string, init: RequestInit) =>
    fetch(product.address + path, { ...init, headers: { ...init.headers, cookie } })
  runInNewContext(WORKER, { self, fetch: fetchSigned, JSON, URL })
  let work: Promise<void> = Promise.reject(new Error("the worker does not listen"))
  work.catch(() => null)
  listeners.get("pushsubscriptionchange")?.({ ...renewal, waitUntil: (done: Promise<void>) => (work = done) })
  await work
  return asked
}

const endpointsOf = async (person: SignedIn) =>
  (await product.ctx.db.select().from(pushDevices).where(eq(pushDevices.user_id, person.user_id))).map(
    ({ endpoint }) => endpoint,
  )

test("NAV-12 a browser whose push service replaced its address gives us the new one, and the old one ends", async () => {
  const person = await createStudent(product.ctx)
  const cookie = await product.cookieOf(person)
  const key = (await readPushKey(product.ctx)).public_key
  const devices = [gateway.subscribe(key), gateway.subscribe(key), gateway.subscribe(key)] as const
  expect((await product.call(person, "POST", "/api/v1/my/push-devices", devices[0])).status).toBe(200)
  const [first, second, third] = devices.map((device) => subscriptionOf(device))
  if (!first || !second || !third) throw new Error("three browsers")
  // The browser renewed it, or leaves it to the worker with the key of before.
  expect(
    await replaceSubscription(cookie, { oldSubscription: first, newSubscription: second }, third),
  ).toEqual([])
  expect(await endpointsOf(person)).toEqual([second.endpoint])
  expect(await replaceSubscription(cookie, { oldSubscription: second }, third)).toEqual(["old key"])
  expect(await endpointsOf(person)).toEqual([third.endpoint])
  // Some browsers don't say what was before: our own key counts.
  const last = subscriptionOf(gateway.subscribe(key))
  expect(await replaceSubscription(cookie, { oldSubscription: null }, last)).toEqual([key])
  expect(await endpointsOf(person)).toContain(last.endpoint)
})

test("NAV-12 a browser in which nobody is signed in any more ends its new address", async () => {
  const key = (await readPushKey(product.ctx)).public_key
  const ended: string[] = []
  const [before, after] = [gateway.subscribe(key), gateway.subscribe(key)]
  await replaceSubscription("", { oldSubscription: subscriptionOf(before) }, subscriptionOf(after, ended))
  expect(ended).toEqual([after.endpoint])
})
