import { expect, test, vi } from "vitest"
import { RecordablePeople } from "./recordable-people.ts"

vi.mock("virtual:contract", () => ({ default: {} }))

test("REC-07 a late answer doesn't bring back a child whose consent was withdrawn meanwhile", async () => {
  const waiting: ((recordable: boolean) => void)[] = []
  const consented = () =>
    new Promise((resolve) => {
      waiting.push((recordable) => resolve({ people: [{ person_id: "asha", name: "Asha", recordable }] }))
    })
  const told: string[][] = []
  const people = new RecordablePeople(
    () => ({ consented }) as never,
    "light",
    ({ leftOut }) => told.push(leftOut),
  )
  const before = people.ask()
  const after = people.ask()
  waiting[1]?.(false)
  await after
  waiting[0]?.(true)
  await before
  expect([...people.now.recordable]).toEqual([])
  expect(told).toEqual([["Asha"]])
  const again = people.ask()
  waiting[2]?.(true)
  await again
  expect([...people.now.recordable]).toEqual(["asha"])
})
