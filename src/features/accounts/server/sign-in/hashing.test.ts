import { expect, test } from "vitest"
import { refusalOf } from "#tests/sign-ups.ts"
import { matcherIn, queueOf } from "./hashing.ts"

test("ACC-10 passwords beyond a full queue are refused at once, the others keep their order, and a failure frees its slot", async () => {
  const inTurn = queueOf(2, 3, 3)
  const begun: number[] = []
  const ends: PromiseWithResolvers<void>[] = []
  const start = (name: number) =>
    inTurn(async () => {
      begun.push(name)
      const end = Promise.withResolvers<void>()
      ends.push(end)
      await end.promise
      return name
    })
  const results = Promise.allSettled([1, 2, 3, 4, 5].map(start))
  expect(begun).toEqual([1, 2])

  const refusal = await refusalOf(start(6))
  expect(refusal).toMatchObject({ code: "TOO_MANY_REQUESTS", data: { retry_after_seconds: 15 } })
  ends[0]?.reject(new Error("out of memory"))
  await expect.poll(() => begun).toEqual([1, 2, 3])

  const seventh = start(7)
  for (let turn = 1; turn < 6; turn += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(turn)
    ends[turn]?.resolve()
  }
  expect(await seventh).toBe(7)
  expect(begun).toEqual([1, 2, 3, 4, 5, 7])
  expect((await results).map(({ status }) => status)).toEqual(["rejected", ...Array(4).fill("fulfilled")])
})

test("ACC-11 one network takes only so many of the waiting places, and others get in behind it", async () => {
  const inTurn = queueOf(1, 4, 2)
  const end = Promise.withResolvers<void>()
  const ask = (from?: string) => inTurn(() => end.promise, from)
  const waiting = [ask("school"), ask("school"), ask("school")]
  expect((await refusalOf(ask("school"))).code).toBe("TOO_MANY_REQUESTS")
  waiting.push(ask("home"), ask())
  expect((await refusalOf(ask("office"))).code).toBe("TOO_MANY_REQUESTS")
  end.resolve()
  expect(await Promise.all(waiting)).toHaveLength(5)
})

test("ACC-11 an unknown e-mail that found the queue full is checked like any other once there is room again", async () => {
  const inTurn = queueOf(1, 0, 0)
  const matches = matcherIn(inTurn)
  const end = Promise.withResolvers<void>()
  const busy = inTurn(() => end.promise)
  expect((await refusalOf(matches("a guess", null))).code).toBe("TOO_MANY_REQUESTS")
  end.resolve()
  await busy
  expect(await matches("a guess", null)).toBe(false)
  expect(await matches("nobody has this password", null)).toBe(false)
})
