import { expect, test } from "vitest"
import type { MyDemoRequest } from "#contract/classes/demo-requests.ts"
import { findDeclined } from "./family-demos.tsx"
import { mayAsk } from "./may-ask.ts"

const CLASS = "01a1fb92-f3d0-7236-906b-8ef063c43976"
const at = (hours: number) => new Date(Date.UTC(2026, 10, 20, 10 + hours))

const request = (student_id: string, parts: Partial<MyDemoRequest> = {}) =>
  ({
    ...{ student_id, class_id: CLASS, status: "pending", responded_at: null, requested_at: at(0) },
    ...parts,
  }) as MyDemoRequest

test("PAY-02 a class can be requested while one child for whom the guardian decides has no request for it", () => {
  const deciding = [
    { student_id: "kiara", first_name: "Kiara" },
    { student_id: "diya", first_name: "Diya" },
  ]
  expect(mayAsk(null, CLASS)).toBe(false)
  expect(mayAsk({ deciding: [], requests: [] }, CLASS)).toBe(false)
  expect(mayAsk({ deciding, requests: [request("kiara")] }, CLASS)).toBe(true)
  expect(mayAsk({ deciding, requests: [request("kiara"), request("diya")] }, CLASS)).toBe(false)
  expect(mayAsk({ deciding, requests: [request("kiara"), request("diya")] }, "another")).toBe(true)
})

test("DASH-04 a declined request is told for a week, until the child has another one", () => {
  const declined = request("kiara", { status: "rejected", responded_at: at(1) })
  expect(findDeclined([declined, request("diya", { requested_at: at(2) })], at(3))).toEqual([declined])
  expect(findDeclined([declined], at(1 + 7 * 24))).toEqual([])
  expect(findDeclined([declined, request("kiara", { requested_at: at(2) })], at(3))).toEqual([])
  expect(findDeclined([request("kiara")], at(3))).toEqual([])
})
