import { type AnyContractProcedure, isContractProcedure } from "@orpc/contract"
import { afterAll, beforeAll, expect, test } from "vitest"
import { contract } from "#contract/index.ts"
import type { SignedIn } from "#platform/context.ts"
import { rateLimits } from "#platform/limits.ts"
import { newId } from "#shared/ids.ts"
import { allowed } from "./authorisation/allowed.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "./people.ts"

/** What an open screen is not enough for: it asks for a proof of the last 15 minutes. */
const ASKS = [
  // Gives a role, or a way into an account.
  ...["people.changeRole", "people.approve", "people.invite", "people.invitePerson"],
  "people.makePasswordLink",
  "people.correctGuardian",
  "people.correctEmail",
  ...["admin.confirmImport", "admin.inviteImported"],
  // Removes a person's second step, or binds it to another phone.
  ...["people.resetTwoStep", "account.startTwoStep"],
  // Says who needs a second step, and how long people stay signed in.
  ...["admin.changeSettings", "admin.resetSetting"],
  // Takes everything out about a person.
  ...["account.export", "guardians.exportChild"],
  "account.changeEmail",
  // Decides the tax on every sale from then on.
  "bills.enterSupplier",
  // Pays money out.
  ...[
    "orders.refund",
    "orders.approveRefund",
    "orders.declineRefund",
    "orders.settleRefund",
    "orders.correctReference",
    "orders.reopenRefund",
    "orders.retryRefund",
    "shopDesk.receiveReturn",
    ...["premisesDesk.cancelInvoice", "premisesDesk.approveCancellation"],
    ...["premisesDesk.writeOffRemainder", "premisesDesk.recordExcessReturn", "premisesDesk.correctReturn"],
    ...["premisesDesk.keepInvoice", "premisesDesk.recordReturn", "premisesDesk.reversePayment"],
  ],
  // Undoes what the books say that the bank has.
  "upi.takeBack",
  // Takes the books out as files.
  ...["money.journal", "money.gstr1"],
]

/**
 * Procedures that ask each time, in their own form: a proof of a minute ago is not enough. With the error for
 * a wrong one.
 */
const ASKS_EACH_TIME: Record<string, { path: string; body: object; as: keyof typeof people; code: string }> =
  {
    "account.changePassword": {
      ...{ path: "/account/password", as: "admin", code: "PASSWORD_WRONG" },
      body: { current_password: "not the password", new_password: "three random words" },
    },
    "account.erase": {
      ...{ path: "/account/erasure", as: "admin", code: "PASSWORD_WRONG" },
      body: { password: "not the password" },
    },
    "account.stopTwoStep": {
      ...{ path: "/account/two-step/end", as: "instructor", code: "CODE_WRONG" },
      body: { code: "000000" },
    },
    "account.renewRecoveryCodes": {
      ...{ path: "/account/two-step/recovery-codes", as: "admin", code: "CODE_WRONG" },
      body: { code: "000000" },
    },
    "guardians.eraseChild": {
      ...{ path: "/guardian/children/{child}/erasure", as: "guardian", code: "CODE_WRONG" },
      body: { code: "000000" },
    },
  }

const EXPORTS = ["students", "guardians", "instructors", "courses", "timetable", "attendance", "audit"]

type Procedure = { name: string; method: string; path: string; declares: boolean }

function proceduresOf(node: object, path: string[] = []): Procedure[] {
  if (!isContractProcedure(node))
    return Object.entries(node).flatMap(([key, child]) => proceduresOf(child, [...path, key]))
  const { route, errorMap } = (node as AnyContractProcedure)["~orpc"]
  const declares = Object.hasOwn(errorMap, "PROOF_NEEDED")
  return [{ name: path.join("."), method: route.method ?? "POST", path: route.path ?? "", declares }]
}

const procedures = proceduresOf(contract)

let product: HttpProduct
let people: Record<"student" | "instructor" | "guardian" | "admin", SignedIn>

beforeAll(async () => {
  product = await startHttpProduct()
  const { ctx } = product
  const student = await createStudent(ctx, {
    ...{ under_18: true, parent_name: "Sunita Rao", parent_phone: "+919123400001" },
  })
  people = {
    student,
    instructor: await createInstructor(ctx),
    guardian: await createGuardian(ctx, student),
    admin: await createAdmin(ctx),
  }
})
afterAll(() => product.close())

/**
 * Sends a request so many minutes after the person signed in, with a session of its own because some requests
 * end it.
 */
async function ask(person: SignedIn, minutesAgo: number, method: string, path: string, body: object = {}) {
  await product.ctx.db.delete(rateLimits)
  const reply = new Headers()
  await product.runtime.sessions.openTrusted({ request: new Headers(), reply }, person.user_id)
  const cookie = reply
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")
  await product.runtime.pool.query(
    "update sessions set created_at = now() - make_interval(mins => $1) where user_id = $2",
    [minutesAgo, person.user_id],
  )
  return fetch(product.address + path, {
    ...{ method, redirect: "manual", headers: { cookie, "content-type": "application/json" } },
    ...(method !== "GET" && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  })
}

async function codeOf(answer: Response): Promise<string | null> {
  if (answer.ok || !answer.headers.get("content-type")?.includes("json")) {
    await answer.body?.cancel()
    return null
  }
  return ((await answer.json()) as { code?: string }).code ?? null
}

/** Whom a procedure lets in, of the people here. Visitors' doors are tried as a student. */
const letIn = (name: string) =>
  (Object.keys(people) as (keyof typeof people)[]).filter((persona) => allowed[name]?.includes(persona))

/** Whether a procedure asks this person, who signed in that long ago, for a proof. */
async function asks({ method, path }: Procedure, persona: keyof typeof people, minutesAgo: number) {
  const at = path.replace(/\{\w+\}/g, newId())
  const answer = await ask(people[persona], minutesAgo, method, `/api/v1${at}`)
  return (await codeOf(answer)) === "PROOF_NEEDED"
}

test("ACC-12 who signed in 16 minutes ago is asked by every procedure of the list and by no other", async () => {
  const found: string[] = []
  for (const procedure of procedures) {
    const [persona] = letIn(procedure.name)
    if (await asks(procedure, persona ?? "student", 16)) found.push(procedure.name)
  }
  expect(found.toSorted()).toEqual(ASKS.toSorted())
}, 60_000)

test("ACC-12 each of them asks everybody whom it lets in, and nobody who signed in 14 minutes ago", async () => {
  for (const procedure of procedures.filter(({ name }) => ASKS.includes(name))) {
    for (const persona of letIn(procedure.name)) {
      const [stale, fresh] = [await asks(procedure, persona, 16), await asks(procedure, persona, 14)]
      expect([procedure.name, persona, stale, fresh]).toEqual([procedure.name, persona, true, false])
    }
  }
})

test("ACC-12 no whole list leaves without a recent proof: its link leads to the page that asks", async () => {
  for (const list of EXPORTS) {
    const path = `/admin/export/${list}.csv`
    const stale = await ask(people.admin, 16, "GET", path)
    expect([stale.status, stale.headers.get("location")]).toEqual([
      303,
      `/account/confirm?to=${encodeURIComponent(path)}`,
    ])
    expect(await stale.text()).toBe("")
    const fresh = await ask(people.admin, 14, "GET", path)
    expect([fresh.status, fresh.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"])
    await fresh.body?.cancel()
    // Others get the same response as for an unknown list.
    expect((await ask(people.instructor, 16, "GET", path)).status).toBe(404)
  }
})

test("ACC-12 what ends an account, a password or a second step asks each time, however fresh the sign-in", async () => {
  for (const [name, { path, body, as, code }] of Object.entries(ASKS_EACH_TIME)) {
    const person = people[as]
    const at = `/api/v1${path.replace("{child}", people.student.user_id)}`
    expect([name, await codeOf(await ask(person, 0, "POST", at, body))]).toEqual([name, code])
  }
})

test("ACC-12 a proof opens what asked for it for 15 minutes, in this session alone", async () => {
  const { admin, instructor } = people
  const role = `/api/v1/people/${instructor.user_id}/role`
  const cookie = await product.cookieOf(admin)
  const other = await ask(admin, 16, "PUT", role, { role: "instructor" })
  expect(await codeOf(other)).toBe("PROOF_NEEDED")
  const change = async () => {
    const answer = await product.call(admin, "PUT", role, { role: "instructor" })
    return answer.status === 200 ? "done" : codeOf(answer)
  }
  expect(await change()).toBe("PROOF_NEEDED")
  // The people of these tests have passwords that nothing hashed: what is right and wrong, proof.test.ts tries.
  await product.runtime.sessions.noteProof(
    { request: new Headers({ cookie }), reply: new Headers() },
    new Date(),
  )
  expect(await change()).toBe("done")
  expect(await codeOf(await ask(admin, 16, "PUT", role, { role: "instructor" }))).toBe("PROOF_NEEDED")
  await product.runtime.pool.query(
    "update sessions set proved_at = proved_at - interval '15 minutes' where proved_at is not null",
  )
  expect(await change()).toBe("PROOF_NEEDED")
})
